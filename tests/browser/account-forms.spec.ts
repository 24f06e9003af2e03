import { expect, type Page } from '@playwright/test'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { expectAccessible } from './accessible.ts'
import { aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'

const password = 'Violet-harbour-42!'

/** Expects a success message, with or without scripts. */
async function expectDone(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()
}

async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, value] of Object.entries(values)) await page.locator(`#${id}`).fill(value)
}

async function send(page: Page): Promise<void> {
  await page.locator('#submit').click()
}

test('the profile keeps what was typed until it is right', async ({ page, store }) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/profile')
  await expect(page).toHaveTitle(/^Profile · /)
  await page.locator('.ui-more > summary').click()
  await fillIn(page, { username: '1st', givenName: 'Grace', dateOfBirth: '1906-12-09' })
  await page.locator('#gender').selectOption('female')
  await page.locator('#zone').selectOption('Asia/Tokyo|Japan')
  await page.locator('#locale').selectOption('en-US')
  await send(page)
  await expect(page.locator('#username-error')).toContainText('Start with a letter')
  await expect(page.locator('#givenName')).toHaveValue('Grace')
  await page.locator('#username').fill(`grace${person.id}`)
  await send(page)
  await expectDone(page, 'Saved.')
  await page.reload()
  await expect(page.locator('#username')).toHaveValue(`grace${person.id}`)
  expect(await store.users.findById(person.id)).toMatchObject({
    givenName: 'Grace',
    gender: 'female',
    zoneInfo: 'Asia/Tokyo',
    zoneInfoCountryName: 'Japan',
  })
})

for (const [zoneInfo, zoneInfoCountryName] of [
  ['UTC', ''],
  ['Asia/Calcutta', 'India'],
  ['America/Sao_Paulo', ''],
] as const) {
  test(`another change of the profile leaves the zone ${zoneInfo} as it was stored`, async ({
    page,
    store,
  }) => {
    const person = await aPerson(store, { zoneInfo, zoneInfoCountryName })
    await openConsole(page, person, '/account/profile')
    await expect(page.locator('#zone')).toHaveValue(`${zoneInfo}|${zoneInfoCountryName}`)
    await page.locator('#givenName').fill('Grace')
    await send(page)
    await expectDone(page, 'Saved.')
    expect(await store.users.findById(person.id)).toMatchObject({ givenName: 'Grace', zoneInfo })
  })
}

test('an address is changed with the password only, and is unverified then', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  const other = await aPerson(store)
  await openConsole(page, person, '/account/email')
  await expect(page.locator('#current')).toContainText('Confirmed')
  // Password managers take the last text field before the password for the user name.
  const fields = page.locator('#change input:not([type=hidden])')
  await expect(fields.nth(2)).toHaveAttribute('autocomplete', 'username')
  await expect(fields.nth(2)).toHaveValue(person.email)
  // Several of them pass over a field without a place in the layout, so style alone hides it from people.
  await expect(fields.nth(2)).toHaveCSS('opacity', '0')
  await expect(fields.nth(2)).toHaveCSS('pointer-events', 'none')
  await expect(fields.nth(2)).toHaveAttribute('aria-hidden', 'true')
  await expect(fields.nth(2)).toHaveAttribute('tabindex', '-1')
  await expect(fields.nth(3)).toHaveAttribute('id', 'currentPassword')
  const email = `new-${person.email}`
  await fillIn(page, { email, emailConfirmation: `x${email}`, currentPassword: person.password })
  await send(page)
  await expect(page.locator('#emailConfirmation-error')).toHaveText(
    'The email addresses don’t match.',
  )
  const again = { email, emailConfirmation: email.toUpperCase() }
  await fillIn(page, { ...again, currentPassword: 'Not-the-one-1' })
  await send(page)
  await expect(page.locator('#currentPassword-error')).toHaveText(
    'That isn’t your current password.',
  )
  await expect(page.locator('#email')).toHaveValue(email)
  const taken = { email: other.email, emailConfirmation: other.email }
  await fillIn(page, { ...taken, currentPassword: person.password })
  await send(page)
  await expect(page.locator('#email-error')).toHaveText(
    'There’s already an account with this email address.',
  )
  await fillIn(page, { ...again, currentPassword: person.password })
  await send(page)
  await expectDone(page, 'Your email address was changed.')
  await expect(page.locator('#current')).toContainText(email)
  await expect(page.locator('#current')).toContainText('Not confirmed')
  await expect(page.locator('#currentPassword')).toHaveValue('')
})

test('the names of a profile stand in the order of their language', async ({ page, store }) => {
  const order = async (locale: string) => {
    await openConsole(page, await aPerson(store, { locale }), '/account/profile')
    const fields = page.locator('#content form input[type=text], #content form input:not([type])')
    const names = await fields.evaluateAll((all) => all.map(({ id }) => id))
    return names.filter((name) => name.endsWith('Name')).join()
  }
  expect(await order('en-GB')).toBe('givenName,middleName,familyName')
  await page.context().clearCookies()
  expect(await order('hu-HU')).toBe('familyName,givenName,middleName')
})

test('a phone number is written as usual in its country once it was typed @scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/phone')
  await page.locator('#phoneCountryUniqueId').selectOption('GBR_0')
  const number = page.locator('#phoneNumber')
  for (const [typed, shown] of [
    ['02079460018', '020 7946 0018'],
    ['+4930123456', '+49 30 123456'],
    ['12', '12'],
  ] as const) {
    await number.fill(typed)
    await number.blur()
    await expect(number).toHaveValue(shown)
  }
  await number.fill('02079460018')
  await send(page)
  await expectDone(page, 'Saved.')
  expect(await store.users.findById(person.id)).toMatchObject({ phoneNumber: '2079460018' })
})

test('a phone number needs its country, and both may be taken away', async ({ page, store }) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/phone')
  await page.locator('#phoneNumber').fill('30 123456')
  await send(page)
  await expect(page.locator('#phoneCountryUniqueId-error')).toHaveText(
    'Choose the country of the phone number.',
  )
  await page.locator('#phoneCountryUniqueId').selectOption('DEU_0')
  await page.locator('#phoneNumber').fill('12')
  await send(page)
  await expect(page.locator('#phoneNumber-error')).toHaveText('Use at least 6 digits.')
  await expect(page.locator('#phoneCountryUniqueId')).toHaveValue('DEU_0')
  await page.locator('#phoneNumber').fill('30 123456')
  await send(page)
  await expectDone(page, 'Saved.')
  const stored = { phoneNumberCountryCallingCode: '+49', phoneNumber: '30123456' }
  expect(await store.users.findById(person.id)).toMatchObject(stored)
  await page.locator('#phoneCountryUniqueId').selectOption('')
  await page.locator('#phoneNumber').fill('')
  await send(page)
  await expect.poll(async () => (await store.users.findById(person.id))?.phoneNumber).toBe('')
})

test('an address is kept line by line', async ({ page, store }) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/address')
  // All of them are optional.
  await expect(page.locator('form label').filter({ hasText: 'optional' })).toHaveCount(6)
  await fillIn(page, { addressLine1: 'x'.repeat(61), addressLocality: 'Zürich' })
  await page.locator('#addressCountry').selectOption('CH')
  await send(page)
  await expect(page.locator('#addressLine1-error')).toContainText('at most 60 characters')
  await page.locator('#addressLine1').fill('Bahnhofstrasse 1')
  await send(page)
  await expectDone(page, 'Saved.')
  await page.reload()
  await expect(page.locator('#addressLine1')).toHaveValue('Bahnhofstrasse 1')
  await expect(page.locator('#addressCountry')).toHaveValue('CH')
})

test('an address that is refused comes back as it was typed @no-scripts', async ({
  page,
  store,
}) => {
  const stored = {
    addressLine1: 'Street 1',
    addressLocality: 'Zürich',
    addressPostalCode: '1111',
    addressCountry: 'CH',
  }
  const person = await aPerson(store, stored)
  await openConsole(page, person, '/account/address')
  await fillIn(page, { addressLine1: 'x'.repeat(61), addressPostalCode: '2222' })
  await send(page)
  await expect(page.locator('#addressLine1-error')).toContainText('at most 60 characters')
  await expect(page.locator('#addressPostalCode')).toHaveValue('2222')
  await page.locator('#addressLine1').fill('Street 2')
  await send(page)
  await expectDone(page, 'Saved.')
  expect(await store.users.findById(person.id)).toMatchObject({
    ...stored,
    addressLine1: 'Street 2',
    addressPostalCode: '2222',
  })
})

test('a password is changed by who knows it, and ends the other sessions', async ({
  page,
  browser,
  store,
  javaScriptEnabled,
}) => {
  const person = await aPerson(store)
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const elsewhere = await (await browser.newContext({ userAgent })).newPage()
  await openConsole(elsewhere, person, '/account/sessions')
  await openConsole(page, person, '/account/change-password')
  await expect(page.locator('#password-rule')).toContainText('have at least 8 characters')
  // Without scripts, a button that shows the password would do nothing.
  const eyes = page.getByRole('button', { name: 'Show password' })
  await expect(eyes).toHaveCount(javaScriptEnabled === false ? 0 : 3)
  await expect(page.locator('#content')).toContainText('signed out on all other devices')
  expect(await sessionsOf(store, person.id)).toHaveLength(2)
  const twice = { newPassword: password, newPasswordConfirmation: password }
  await fillIn(page, { ...twice, newPasswordConfirmation: 'another', currentPassword: 'x' })
  await send(page)
  await expect(page.locator('#newPasswordConfirmation-error')).toHaveText(
    'The passwords don’t match.',
  )
  await fillIn(page, { ...twice, currentPassword: 'Not-the-one-1' })
  await send(page)
  await expect(page.locator('#currentPassword-error')).toHaveText(
    'That isn’t your current password.',
  )
  const weak = { newPassword: 'password', newPasswordConfirmation: 'password' }
  await fillIn(page, { ...weak, currentPassword: person.password })
  await send(page)
  await expect(page.locator('#newPassword-error')).toContainText('too easy to guess')
  await fillIn(page, { ...twice, currentPassword: person.password })
  await send(page)
  await expectDone(page, 'Password changed.')
  await expect(page.locator('#newPassword')).toHaveValue('')
  expect(await sessionsOf(store, person.id)).toHaveLength(1)
  await page.goto('/account/profile')
  await expect(page.locator('#content h1')).toHaveText('Profile')
  await elsewhere.goto('/account/profile')
  await expect(elsewhere.locator('#page-sign-in')).toBeVisible()
  await elsewhere.context().close()
})

test('forms tell what is wrong to everybody @scripts', async ({ page, store }) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/profile')
  await page.locator('.ui-more > summary').click()
  await page.locator('#username').fill('1')
  await send(page)
  await expect(page.locator('#username')).toBeFocused()
  await expect(page.locator('#username')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#username')).toHaveAttribute('aria-describedby', /username-error/)
  for (const name of ['email', 'change-password', 'otp']) {
    await page.goto(`/account/${name}`)
    await send(page)
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectAccessible(page)
  }
})

test('a form whose session ended keeps what was typed @scripts', async ({ page, store }) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/address')
  await page.locator('#addressLine1').fill('Bahnhofstrasse 1')
  await store.users.advanceAuthState(person.id)
  await send(page)
  await expect(page.getByRole('alert').filter({ hasText: 'You’ve been signed out' })).toBeVisible()
  await expect(page.locator('#addressLine1')).toHaveValue('Bahnhofstrasse 1')
  await expectAccessible(page)
})

test('what is typed while a form is on its way stays, and is not saved yet @scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/address')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/account/address/submit', async (route) => {
    await promise
    await route.continue()
  })
  await page.locator('#addressLine1').fill('Bahnhofstrasse 1')
  await page.locator('#submit').click()
  await page.locator('#addressLine2').fill('Hinterhaus')
  resolve()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 unsaved change' })).toBeVisible()
  await expect(page.locator('#addressLine2')).toHaveValue('Hinterhaus')
  await page.unroute('**/account/address/submit')
  await page.locator('#submit').click()
  await expect
    .poll(async () => (await store.users.findById(person.id))?.addressLine2)
    .toBe('Hinterhaus')
})
