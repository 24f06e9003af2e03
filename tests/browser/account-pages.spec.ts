import { expect, type Page } from '@playwright/test'
import { messagesOf } from '#lib/i18n/messages.ts'
import { aClient } from '#tests/support/people.ts'
import { aPerson, openConsole, signInToConsole } from './console.ts'
import { test } from './fixtures.ts'
import { begin } from './journey.ts'

const pages = [
  ['profile', 'profile'],
  ['picture', 'picture'],
  ['email', 'email'],
  ['email-verification', 'email_verification'],
  ['phone', 'phone'],
  ['address', 'address'],
  ['change-password', 'change_password'],
  ['otp', 'otp'],
  ['manage-consents', 'manage_consents'],
  ['sessions', 'sessions'],
] as const

async function open(page: Page, name: string, title: string): Promise<void> {
  await page.goto(`/account/${name}`)
  await expect(page.locator('#content h1')).toHaveText(title)
}

test('every page is titled @scripts', async ({ page, store }) => {
  const names = messagesOf('en').console.account_nav
  await openConsole(page, await aPerson(store), '/account/profile')
  for (const [path, key] of pages) {
    await open(page, path, names[key])
    await expect(page).toHaveTitle(new RegExp(`^${names[key]} · `))
  }
})

test('the overview names person, devices, apps and activity, under both its addresses', async ({
  page,
  store,
}) => {
  const person = await aPerson(store, { givenName: 'Zoë', familyName: 'Müller' })
  const client = await aClient(store, { displayName: 'Invoices', showDisplayName: true })
  await store.consents.save(person.id, client.id, 'openid', new Date())
  await openConsole(page, person, '/account/overview')
  for (const address of ['/account/overview', '/account']) {
    await page.goto(address)
    await expect(page.locator('#content h1')).toHaveText('Zoë Müller')
    await expect(page).toHaveTitle(/^Overview · /)
    const content = page.locator('#content')
    await expect(content).toContainText('This device')
    await expect(content).toContainText('Invoices')
    await expect(content.locator('[data-event=started_new_user_session]')).toContainText(
      'You signed in to authserver',
    )
    await expect(
      page.getByRole('navigation', { name: 'Your account' }).locator('[aria-current=page]').first(),
    ).toHaveText('Overview')
  }
})

test('security leads to the password and to the second step, and they lead back', async ({
  page,
  store,
}) => {
  await openConsole(page, await aPerson(store), '/account/security')
  for (const way of ['Change password', 'Turn on']) {
    await page.locator('#content').getByRole('link', { name: way }).click()
    await expect(page.locator('#submit')).toBeVisible()
    await page.locator('#content').getByRole('link', { name: 'Security' }).click()
    await expect(page.locator('#content h1')).toHaveText('Security')
  }
})

test('activity is told day by day, and goes on where a page ends', async ({ page, store }) => {
  const person = await aPerson(store)
  const row = { requestId: '', userId: person.id }
  const wrong = { ...row, auditEvent: 'auth_failed_pwd', details: '{"count":3}' }
  const reset = { ...row, auditEvent: 'requested_password_reset', details: '{}' }
  const longAgo = new Date('2026-03-14T12:00:00Z')
  await store.auditLog.insertAll([{ ...wrong, createdAt: longAgo, ipAddress: '192.0.2.81' }])
  for (let i = 0; i < 5; i++) {
    const ten = Array.from({ length: 10 }, () => ({ ...reset, createdAt: longAgo }))
    await store.auditLog.insertAll(ten)
  }
  await openConsole(page, person, '/account/activity')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Today')
  await expect(page.locator('#content')).not.toContainText('wrong password')
  await page.getByRole('link', { name: 'Older' }).click()
  const entry = page.locator('[data-event=auth_failed_pwd]')
  await expect(entry).toContainText('Someone entered a wrong password, 3 times')
  await expect(entry).toContainText('192.0.2.81')
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Today')
})

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('activity stands under the day of its times, also without a zone in the profile @scripts', async ({
    page,
    store,
  }) => {
    const person = await aPerson(store)
    const createdAt = new Date('2026-03-14T23:30:00Z')
    const entry = { requestId: '', userId: person.id, details: '{"count":3}', createdAt }
    await store.auditLog.insertAll([{ ...entry, auditEvent: 'auth_failed_pwd' }])
    await openConsole(page, person, '/account/activity')
    const day = page.locator('section:has([data-event=auth_failed_pwd])')
    await expect(day.getByRole('heading')).toHaveText('March 15')
    await expect(day.locator('time')).toContainText('8:30')
  })
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('every page runs from right to left and shows no bare key @scripts', async ({
    page,
    store,
  }) => {
    const names = messagesOf('ar').console.account_nav
    await openConsole(page, await aPerson(store), '/account/profile')
    for (const [path, key] of pages) {
      await open(page, path, names[key])
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.locator('body')).not.toContainText(/\b(account|console)\.[a-z_]+/)
    }
    await page.goto('/account/phone')
    await expect(page.locator('#phoneCountryUniqueId option[value=DEU_0]')).toContainText('ألمانيا')
  })

  test('a password runs from left to right, and away from the button that shows it @scripts', async ({
    page,
    store,
    client,
  }) => {
    await begin(page, client)
    await expectPasswordClear(page, '#password')
    await openConsole(page, await aPerson(store), '/account/change-password')
    await expectPasswordClear(page, '#newPassword')
  })
})

test('whose account it is stands at the foot of the rail, or on a phone in the menu of the bar @no-scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/profile')
  await expect(page.locator('#user-button')).toContainText(person.email)
  await expect(page.locator('#signed-in-as')).toBeHidden()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.locator('#user-button')).toBeHidden()
  await page.locator('#user-avatar').click()
  await expect(page.locator('#signed-in-as')).toBeVisible()
  await expect(page.locator('#signed-in-as')).toHaveText(`Signed in as ${person.email}`)
})

// Without scripts, Next.js shows nothing when a page calls `notFound()` during rendering.
test('an address without a page is told within the frame, with a way to the overview @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await aPerson(store), '/account/profile')
  for (const path of ['/account/nonsense', '/account/profile/deeper.png?query=1']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page.getByRole('navigation', { name: 'Your account' }).first()).toBeVisible()
    await expect(
      page.locator('#page-not-found').getByRole('link', { name: 'Overview' }),
    ).toHaveAttribute('href', '/account/overview')
  }
})

test('the welcome page leads people to their account, and developers to the documentation @no-scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await page.goto('/')
  await page.locator('#developers').click()
  await expect(page.locator('#page-document')).toBeVisible()
  await page.goto('/')
  await page.locator('#account').click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await signInToConsole(page, person, '/account/profile')
})

/** The button beside a password is at the end of its text, not at the start. */
async function expectPasswordClear(page: Page, field: string): Promise<void> {
  const input = page.locator(field)
  await expect(input).toHaveCSS('direction', 'ltr')
  const button = input.locator('xpath=..').getByRole('button')
  const text = (await input.boundingBox()) ?? { x: 0, width: 0 }
  const eye = (await button.boundingBox()) ?? { x: 0, width: 0 }
  // The text ends where Arabic text begins, on the right, and the button stands on the left.
  await expect(input).toHaveCSS('text-align', 'right')
  const padding = await input.evaluate((element) =>
    parseFloat(getComputedStyle(element).paddingLeft),
  )
  expect(eye.x + eye.width).toBeLessThanOrEqual(text.x + padding)
}

test('a password manager finds the page on which the password is changed @scripts', async ({
  page,
  store,
}) => {
  await signInToConsole(page, await aPerson(store), '/account/profile')
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL('/account/change-password')
  const unknown = 'resource-that-should-not-exist-whose-status-code-should-not-be-200'
  expect((await page.request.get(`/.well-known/${unknown}`)).status()).toBe(404)
})

test('browsers fill a nickname into the nickname, and none into the username @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await aPerson(store), '/account/profile')
  await expect(page.locator('[autocomplete=nickname]')).toHaveId('nickname')
})
