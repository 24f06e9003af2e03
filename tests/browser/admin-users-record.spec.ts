import { type Browser, expect } from '@playwright/test'
import type { Store } from '#lib/persistence/store.ts'
import { anImage } from '#tests/support/images.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { expectNobodyLeftOut } from './accessible.ts'
import {
  confirm,
  expectToast,
  grantUnsaved,
  openAsAdministrator,
  openPerson,
  pageOf,
} from './admin-users.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { aUserWithOtp } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'

test('profile, address and phone are saved, and refusals stand at their fields', async ({
  page,
  store,
}) => {
  const user = await openPerson(page, store, 'profile')
  await page.locator('#username').fill('1')
  await page.locator('#submit').click()
  await expect(page.locator('#username-error')).toBeVisible()
  await page.locator('#username').fill(`u${user.id}`)
  await page.locator('#zone').selectOption({ label: 'Japan - Asia/Tokyo' })
  await page.locator('#submit').click()
  await expect(page.locator('#username-error')).toHaveCount(0)
  await expect
    .poll(() => store.users.findById(user.id))
    .toMatchObject({ username: `u${user.id}`, zoneInfo: 'Asia/Tokyo' })

  await page.goto(pageOf(user, 'address'))
  await page.locator('#addressLine1').fill('1 Bletchley Park')
  await page.locator('#addressCountry').selectOption('GB')
  await page.locator('#submit').click()
  await expect
    .poll(() => store.users.findById(user.id))
    .toMatchObject({ addressLine1: '1 Bletchley Park', addressCountry: 'GB' })

  await page.goto(pageOf(user, 'phone'))
  await page.locator('#phoneNumber').fill('2079460000')
  await page.locator('#submit').click()
  await expect(page.locator('#phoneCountryUniqueId-error')).toBeVisible()
  await page.locator('#phoneCountryUniqueId').selectOption('GBR_0')
  await page.locator('#phoneNumberVerified').check()
  await page.locator('#submit').click()
  await expect
    .poll(() => store.users.findById(user.id))
    .toMatchObject({ phoneNumber: '2079460000', phoneNumberVerified: true })
})

test('another change of a profile leaves a zone and a country that no list holds', async ({
  page,
  store,
}) => {
  const zone = { zoneInfo: 'America/New_York', zoneInfoCountryName: 'USA' }
  const user = await openPerson(page, store, 'profile', zone)
  await expect(page.locator('#zone')).toHaveValue('America/New_York|USA')
  await page.locator('#nickname').fill('Gracie')
  await page.locator('#submit').click()
  await expect
    .poll(() => store.users.findById(user.id))
    .toMatchObject({ nickname: 'Gracie', ...zone })
})

test('an address is changed and its code is shown once, for the administrator to pass on', async ({
  page,
  store,
}) => {
  const taken = await aUser(store)
  const user = await openPerson(page, store, 'email')
  await expect(page.locator('#make-code')).toHaveCount(0)
  await page.locator('#email').fill(taken.email)
  await page.locator('#emailVerified').uncheck()
  await page.locator('#submit').click()
  await expect(page.locator('#email-error')).toHaveText('Another user has this email address.')
  await page.locator('#email').fill(`new-${user.email}`)
  await page.locator('#emailVerified').uncheck()
  await page.locator('#submit').click()
  await page.locator('#make-code').click()
  await expect(page.locator('#code')).toHaveText(/^[A-Z0-9-]{6,}$/)
  await expect(page.locator('#verification-code')).toContainText(`For new-${user.email}`)
  expect(await store.users.findById(user.id)).toMatchObject({ emailVerified: false })
  await page.goto(pageOf(user, 'email'))
  await expect(page.locator('#code')).toHaveCount(0)
})

test('a password is set by the rule that is shown, and ends what the former one opened', async ({
  page,
  store,
}) => {
  const user = await openPerson(page, store, 'authentication')
  await expect(page.locator('#newPassword-hint')).toContainText('have at least 8 characters')
  await page.locator('#newPassword').fill('short')
  await page.locator('#set-password').click()
  await expect(page.locator('#newPassword-error')).toContainText('8 characters')
  await page.locator('#newPassword').fill('Quiet-harbour-42')
  await page.locator('#set-password').click()
  await expect(page.locator('#newPassword')).toHaveValue('')
  await expect
    .poll(async () => (await store.users.findById(user.id))?.passwordHash)
    .not.toBe(user.passwordHash)
})

test('two-factor authentication can only be switched off, after a question @scripts', async ({
  page,
  store,
}) => {
  const user = await aUserWithOtp(store)
  await openAsAdministrator(page, store, pageOf(user, 'authentication'))
  await confirm(page, 'otp-off', /know who you’re talking to/)
  await expect(page.locator('#two-factor')).toContainText('Only the user can turn it on')
  await expect(page.locator('#otp-off')).toHaveCount(0)
  expect(await store.users.findById(user.id)).toMatchObject({ otpEnabled: false })
})

test('a passkey of a user is removed after a question @scripts', async ({ page, store }) => {
  const user = await aUser(store)
  const passkey = await aStoredPasskey(store, user.id, { name: 'Blue key' })
  await openAsAdministrator(page, store, pageOf(user, 'authentication'))
  await expect(page.locator('#other-ways')).toContainText('Blue key')
  await expectNobodyLeftOut(page)
  await confirm(page, `passkey-remove-${passkey.id}`, /sign-ins that used it end/)
  await expect(page.locator('#other-ways')).toHaveCount(0)
  expect(await store.passkeys.findOfUser(user.id)).toEqual([])
})

test('a picture is uploaded by its file and removed after a question @scripts', async ({
  page,
  store,
}) => {
  await openPerson(page, store, 'picture')
  await expect(page.locator('#picture-card')).toContainText('No picture')
  const buffer = Buffer.from(await anImage('png', 64))
  await page.locator('#picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Upload unchanged' }).click()
  await expect(page.getByRole('img', { name: /^Picture of/ })).toBeVisible()
  await confirm(page, 'delete-picture', /disappears in every app/)
  await expect(page.locator('#picture-card')).toContainText('No picture')
})

test('attributes are added, changed and removed', async ({ page, store, javaScriptEnabled }) => {
  const user = await openPerson(page, store, 'attributes')
  await expect(page.locator('#attributes')).toContainText('No attributes')
  await page.locator('#add-attribute').click()
  await page.locator('#key').fill('staff number')
  await page.locator('#value').fill('4711')
  await page.locator('#includeInIdToken').check()
  await page.locator('#submit').click()
  await expect(page.locator('#key-error')).toBeVisible()
  await page.locator('#key').fill('staff-number')
  await page.locator('#submit').click()
  await expect(page.locator('#attributes')).toContainText('staff-number')
  await expect(page.locator('#attributes')).toContainText('ID token')
  await page.getByRole('link', { name: 'Edit staff-number' }).click()
  await page.locator('#value').fill('4712')
  await page.locator('#submit').click()
  await expect(page.locator('#attributes')).toContainText('4712')
  const [attribute] = await store.users.attributes(user.id)
  expect(attribute).toMatchObject({ key: 'staff-number', value: '4712', includeInIdToken: true })
  if (javaScriptEnabled === false) return
  await confirm(page, `remove-${attribute?.id}`, /won’t have it/)
  await expect(page.locator('#attributes')).toContainText('No attributes')
})

test('consents are revoked and sessions ended, each after a question that says what happens @scripts', async ({
  page,
  store,
  client,
  browser,
  serverUrl,
}) => {
  const user = await openPerson(page, store, 'consents')
  await expect(page.locator('#consents')).toContainText('No apps yet')
  await store.consents.save(user.id, client.id, 'openid email', new Date())
  await page.reload()
  await expect(page.locator('#consent-table')).toContainText(client.clientIdentifier)
  await page
    .locator('#consents')
    .getByRole('button', { name: /^Remove access/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('asks again next time')
  await dialog.getByRole('button', { name: 'Remove access' }).click()
  await expect(page.locator('#consents')).toContainText('No apps yet')

  const other = await browser.newContext({ baseURL: serverUrl })
  await openConsole(await other.newPage(), user, '/account/profile')
  await other.close()
  await page.goto(pageOf(user, 'sessions'))
  await scriptsBegun(page)
  await expect(page.locator('#session-list')).toContainText('admin-console-client')
  await page.getByRole('button', { name: /^End session on/ }).click()
  await expect(dialog).toContainText('out of this device')
  await dialog.getByRole('button', { name: 'End session' }).click()
  await expect(page.locator('#sessions')).toContainText('Not signed in anywhere')
  await expectToast(page, 'Saved.')
  expect(await sessionsOf(store, user.id)).toHaveLength(0)
})

/** Signs the user in from another browser context and marks the client as used on that session. */
async function signInElsewhere(
  { browser, serverUrl, store }: { browser: Browser; serverUrl: string; store: Store },
  user: TestUser,
  client: TestClient,
): Promise<void> {
  const other = await browser.newContext({ baseURL: serverUrl })
  await openConsole(await other.newPage(), user, '/account/profile')
  await other.close()
  const [session] = await sessionsOf(store, user.id)
  if (!session) throw new Error('There is no session.')
  await store.sessions.touchClient(session.sessionIdentifier, client.id, new Date())
}

test('consents and sessions name clients as people know them, with the identifier below @scripts', async ({
  page,
  store,
  browser,
  serverUrl,
}) => {
  const client = await aClient(store, { displayName: 'Day planner' })
  const user = await openPerson(page, store, 'consents')
  await store.consents.save(user.id, client.id, 'openid', new Date())
  await page.reload()
  const row = page.locator('#consent-table tbody tr')
  await expect(row).toContainText('Day planner')
  await expect(row).toContainText(client.clientIdentifier)
  await expect(row.getByRole('button', { name: /Day planner/ })).toBeVisible()

  await signInElsewhere({ browser, serverUrl, store }, user, client)
  await page.goto(pageOf(user, 'sessions'))
  await expect(page.locator('#session-list')).toContainText('Day planner')
  await page.goto(`/admin/clients/${client.id}/user-sessions`)
  await expect(page.locator('#session-list')).toContainText(
    `Day planner (${client.clientIdentifier})`,
  )
})

test('a consent leads to its client, a session of a client to its person @scripts', async ({
  page,
  store,
  browser,
  serverUrl,
}) => {
  const client = await aClient(store, { displayName: 'Day planner' })
  const user = await openPerson(page, store, 'sessions')
  await store.consents.save(user.id, client.id, 'openid', new Date())
  await signInElsewhere({ browser, serverUrl, store }, user, client)
  await page.goto(pageOf(user, 'consents'))
  await page.locator('#consent-table').getByRole('link', { name: 'Day planner' }).click()
  await expect(page).toHaveURL(`/admin/clients/${client.id}/settings`)
  await page.goto(`/admin/clients/${client.id}/user-sessions`)
  await page.locator('#session-list').getByRole('link', { name: user.email }).click()
  await expect(page).toHaveURL(pageOf(user, 'details'))
})

test('after a permission was granted the next one can be chosen without the mouse @scripts', async ({
  page,
  store,
}) => {
  const { card } = await grantUnsaved(page, store)
  const permission = card.getByLabel('Permission', { exact: true })
  await expect(permission).toBeFocused()
  await permission.selectOption({ label: 'archive' })
  await card.locator('#grant').click()
  await expect(card.getByLabel('API'), 'of this one nothing is left').toBeFocused()
})

test('who may not read clients is shown their identifiers @scripts', async ({ page, store }) => {
  const client = await aClient(store, { displayName: 'Day planner' })
  const user = await aUser(store)
  await store.consents.save(user.id, client.id, 'openid', new Date())
  await openConsole(page, await anAdministrator(store, 'manage-users'), pageOf(user, 'consents'))
  await expect(page.locator('#consent-table')).toContainText(client.clientIdentifier)
  await expect(page.locator('#consent-table')).not.toContainText('Day planner')
  await expect(page.locator('#consent-table').getByRole('link')).toHaveCount(0)
})
