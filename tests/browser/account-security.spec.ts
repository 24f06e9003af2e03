import { expect, type Page } from '@playwright/test'
import { newOtpSecret, otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import { anImage } from '#tests/support/images.ts'
import { aClient, type TestUser, unique } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testCipher } from '#tests/support/settings.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { expectToFitPhone } from './layout.ts'
import { openReset } from './mailed-links.ts'
import { codeOf, wrongCode } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'

const password = 'Violet-harbour-42!'

/** A short message at the edge of the page, only with scripts. */
async function expectToast(page: Page, text: string): Promise<void> {
  const scripts = test.info().project.use.javaScriptEnabled !== false
  if (scripts) await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
}

async function shownSecret(page: Page): Promise<string> {
  return ((await page.locator('#otp-secret').textContent()) ?? '').replaceAll(' ', '')
}

async function sendCode(page: Page, code: string, password: string): Promise<void> {
  await page.locator('#otpCode').fill(code)
  await page.locator('#password').fill(password)
  await page.locator('#submit').click()
}

/** Signs in on another device; on the same device, a sign-in replaces the session. */
async function signInElsewhere(page: Page, person: TestUser, device: string): Promise<Page> {
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 ${device}`
  const other = await (await page.context().browser()?.newContext({ userAgent }))?.newPage()
  if (!other) throw new Error('There is no browser.')
  await openConsole(other, person, '/account/profile')
  return other
}

test('a second factor is switched on with the pending secret, and off with the password and a code', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/otp')
  const secret = await shownSecret(page)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const handedOn = await page.locator('#otp-open-app').getAttribute('href')
  expect(new URL(handedOn ?? '').searchParams.get('secret')).toBe(secret)
  await expect(page.locator('#otp-off a[target=_blank]')).toHaveCount(3)
  await expect(page.locator('#otp-off input[autocomplete=username]')).toHaveValue(person.email)
  await sendCode(page, codeOf(secret), 'Not-the-one-1')
  await expect(page.locator('#password-error')).toHaveText('That isn’t your current password.')
  expect(await shownSecret(page)).toBe(secret)
  await sendCode(page, wrongCode(secret), person.password)
  await expect(page.locator('#otpCode-error')).toContainText('That code didn’t work.')
  expect(await shownSecret(page)).toBe(secret)
  const spaced = codeOf(secret).replace(/^.../, '$& ')
  await sendCode(page, spaced, person.password)
  await expect(page.locator('#otp-on')).toBeVisible()
  await expectToast(page, 'Two-step sign-in is on.')
  const scripts = test.info().project.use.javaScriptEnabled !== false
  if (scripts) await expectSound(page)
  expect(await store.users.findById(person.id)).toMatchObject({ otpEnabled: true })

  await page.locator('#switch-off').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your password alone will sign you in')
  await expect(dialog.locator('input[autocomplete=username]')).toHaveValue(person.email)
  if (scripts) {
    await dialog.locator('#password').fill('Typed-and-left-1')
    await page.keyboard.press('Escape')
    await expect(dialog.locator('#password')).toHaveValue('Typed-and-left-1')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await page.locator('#switch-off').click()
    await expect(dialog.locator('#password')).toHaveValue('')
  }
  // The code that enabled two-factor authentication is used up, so this is the next one.
  await dialog.locator('#otpCode').fill(codeOf(secret, 1))
  await dialog.locator('#password').fill('Not-the-one-1')
  await page.locator('#switch-off-confirm').click()
  await expect(dialog.getByRole('alert')).toHaveText('That isn’t your current password.')
  await expect(dialog.locator('#password')).toHaveValue('')
  if (scripts) await expectAccessible(page)
  await dialog.locator('#otpCode').fill(wrongCode(secret))
  await dialog.locator('#password').fill(person.password)
  await page.locator('#switch-off-confirm').click()
  await expect(dialog.getByRole('alert')).toContainText('That code didn’t work.')
  await dialog.locator('#otpCode').fill(codeOf(secret, 1))
  await dialog.locator('#password').fill(person.password)
  await page.locator('#switch-off-confirm').click()
  await expect(page.locator('#otp-off')).toBeVisible()
  await expectToast(page, 'Two-step sign-in is off.')
  expect(await shownSecret(page)).not.toBe(secret)
})

test('a new phone takes the place of the old one, whose codes count until then', async ({
  page,
  store,
}) => {
  const scripts = test.info().project.use.javaScriptEnabled !== false
  const person = await aPerson(store)
  await openConsole(page, person, '/account/otp')
  const old = newOtpSecret()
  await store.users.enableOtp(person.id, testCipher.seal(old, otpSecretPlace(person.id)))
  await page.goto('/account/otp')
  await page.locator('#move').click()
  await expect(page).toHaveURL('/account/otp/replace')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.locator('#otp-on')).toBeVisible()
  await page.goto('/account/security')
  await page.getByRole('link', { name: 'Move to a new phone' }).click()
  const secret = await shownSecret(page)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  if (scripts) await expectSound(page)
  const move = async (newCode: string, oldCode: string, typed = person.password) => {
    await page.locator('#newOtpCode').fill(newCode)
    await page.locator('#password').fill(typed)
    await page.locator('#otpCode').fill(oldCode)
    await page.locator('#submit').click()
  }
  await move(codeOf(secret), codeOf(old), 'Not-the-one-1')
  await expect(page.locator('#password-error')).toHaveText('That isn’t your current password.')
  await move(codeOf(secret), wrongCode(old))
  await expect(page.locator('#otpCode-error')).toContainText('That code didn’t work.')
  await move(wrongCode(secret), codeOf(old))
  await expect(page.locator('#newOtpCode-error')).toContainText('That code from the new phone')
  if (scripts) await expectSound(page)
  expect(await shownSecret(page)).toBe(secret)
  await move(codeOf(secret), codeOf(old))
  await expect(page.locator('#otp-on')).toBeVisible()
  await expectToast(page, 'Codes now come from your new phone.')
  const stored = await store.users.findById(person.id)
  const sealed = stored?.otpSecretEncrypted ?? new Uint8Array()
  expect(testCipher.open(sealed, otpSecretPlace(person.id))).toBe(secret)
})

test('where the second factor is off, there is no phone to move from, and a way to switch it on', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/otp')
  await store.users.enableOtp(person.id, testCipher.seal(newOtpSecret(), otpSecretPlace(person.id)))
  await page.goto('/account/otp/replace')
  await page.locator('#newOtpCode').fill('000000')
  await page.locator('#password').fill(person.password)
  await page.locator('#otpCode').fill('000000')
  await store.users.disableOtp(person.id)
  await page.locator('#submit').click()
  await expect(page.locator('#otp-is-off')).toContainText('already off')
  await page.getByRole('link', { name: 'Turn on two-step sign-in' }).click()
  await expect(page.locator('#otp-off')).toBeVisible()
})

test('a secret that was shown too long ago is replaced', async ({ page, store }) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/otp')
  const secret = await shownSecret(page)
  await store.users.change(person.id, { otpEnrollmentExpiresAt: new Date(Date.now() - 1_000) })
  await sendCode(page, codeOf(secret), person.password)
  await expect(page.getByRole('alert').filter({ hasText: 'Scan the new one' })).toBeVisible()
  await expect.poll(() => shownSecret(page)).not.toBe(secret)
})

test('what is older than the second factor changes address and password with a code, too', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/email')
  await expect(page.locator('#otpCode')).toHaveCount(0)
  const secret = newOtpSecret()
  await store.users.enableOtp(person.id, testCipher.seal(secret, otpSecretPlace(person.id)))

  // Two-factor authentication was enabled after the page was shown: the refusal adds the field.
  const email = `new-${person.email}`
  const sendEmail = async () => {
    await page.locator('#email').fill(email)
    await page.locator('#emailConfirmation').fill(email)
    await page.locator('#currentPassword').fill(person.password)
  }
  await sendEmail()
  await page.locator('#submit').click()
  await expect(page.locator('#otpCode-error')).toHaveText('Enter the 6-digit code.')
  await sendEmail()
  const used = codeOf(secret)
  await page.locator('#otpCode').fill(used)
  await page.locator('#submit').click()
  await expect(page.locator('#current')).toContainText(email)

  await page.goto('/account/change-password')
  const changePassword = async (code: string) => {
    await page.locator('#currentPassword').fill(person.password)
    await page.locator('#otpCode').fill(code)
    await page.locator('#newPassword').fill('Twelve-lanterns-4')
    await page.locator('#newPasswordConfirmation').fill('Twelve-lanterns-4')
    await page.locator('#submit').click()
  }
  await expect(page.locator('#otpCode')).toBeVisible()
  await changePassword(used)
  await expect(page.locator('#otpCode-error')).toContainText('That code didn’t work.')
  await changePassword(codeOf(secret, 1))
  await expect
    .poll(async () => (await store.users.findById(person.id))?.authStateGeneration)
    .toBe(1)
})

test('a secret that another sign-in asked for since is replaced', async ({ page, store }) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/otp')
  const secret = await shownSecret(page)
  await page.reload()
  expect(await shownSecret(page)).toBe(secret)
  const other = await signInElsewhere(page, person, 'Firefox/140.0')
  await other.goto('/account/otp')
  expect(await shownSecret(other)).not.toBe(secret)
  await sendCode(page, codeOf(secret), person.password)
  await expect(page.getByRole('alert').filter({ hasText: 'Scan the new one' })).toBeVisible()
  await other.close()
})

test('what an application may do is listed, and is withdrawn after a question', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/manage-consents')
  await expect(page.locator('#content')).toContainText('No connected apps')
  const client = await aClient(store, { description: 'Plans the day' })
  const scope = 'openid email offline_access depot:read'
  await store.consents.save(person.id, client.id, scope, new Date())
  await page.reload()
  await scriptsBegun(page)
  const row = page.locator(`[data-client="${client.clientIdentifier}"]`)
  await expect(row).toContainText(client.clientIdentifier)
  await expect(row.locator('time').first()).toBeVisible()
  await expect(row).toContainText('See your email address')
  await expect(row).toContainText('depot:read')
  const revoke = row.getByRole('button', { name: 'Remove access' })
  await revoke.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('will ask for your permission next time')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await revoke.click()
  await dialog.getByRole('button', { name: 'Remove access' }).click()
  await expect(page.locator('#content')).toContainText('No connected apps')
  await expectToast(page, 'Access removed.')
  expect(await store.consents.find(person.id, client.id)).toBeNull()
})

test('a session elsewhere is ended, then all others, then this one', async ({ page, store }) => {
  const person = await aPerson(store)
  const elsewhere = [
    await signInElsewhere(page, person, 'Firefox/140.0'),
    await signInElsewhere(page, person, 'Firefox/141.0'),
  ]
  await openConsole(page, person, '/account/sessions')
  const rows = page.locator('#sessions > li')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This device')
  // The name that the sign-in page used.
  await expect(rows.first().getByRole('list', { name: 'Apps' })).toHaveText('authserver')
  await rows
    .last()
    .getByRole('button', { name: /^Sign out: / })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Apps you used there will lose access too.')
  await expect(dialog).not.toContainText('You’ll have to sign in again')
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(rows).toHaveCount(2)
  await expectToast(page, 'Signed out.')

  elsewhere.push(await signInElsewhere(page, person, 'Firefox/142.0'))
  await page.reload()
  await scriptsBegun(page)
  await page.locator('#end-others').click()
  await expect(dialog).toContainText('Sign out 2 other devices?')
  await page.locator('#end-others-confirm').click()
  await expect(rows).toHaveCount(1)
  await expectToast(page, 'You’re signed out on all other devices.')
  for (const other of elsewhere) {
    await other.goto('/account/profile')
    await expect(other.locator('#page-sign-in')).toBeVisible()
    await other.context().close()
  }

  await rows
    .first()
    .getByRole('button', { name: /^Sign out: / })
    .click()
  await expect(dialog).toContainText('You’ll have to sign in again')
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
  expect(await sessionsOf(store, person.id)).toEqual([])
})

test('dialogs keep the focus, close with Escape and give it back @scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await (await signInElsewhere(page, person, 'Firefox/140.0')).context().close()
  const client = await aClient(store, { description: 'x'.repeat(100) })
  await store.consents.save(person.id, client.id, 'openid profile depot:read', new Date())
  await openConsole(page, person, '/account/sessions')
  await page.locator('#end-others').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('#end-others')).toBeFocused()
  // The second press of an accidental double press cancels the dialog.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.locator('#sessions > li')).toHaveCount(2)
  await expectToFitPhone(page)
  await page.goto('/account/manage-consents')
  await expect(page.locator('#consents')).toBeVisible()
  await expectToFitPhone(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectAccessible(page)
})

test('a picture is uploaded as it is and deleted @no-scripts', async ({ page, store }) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/picture')
  await expect(page.locator('#content')).toContainText('No picture yet')
  const upload = page.getByRole('button', { name: 'Upload' })
  const large = Buffer.from(await anImage('png', 600))
  const name = { name: 'me.png', mimeType: 'image/png' }
  await page.locator('#picture').setInputFiles({ ...name, buffer: large })
  await upload.click()
  await expect(page.locator('#picture-error')).toContainText('at most 512 × 512 pixels')
  await page.locator('#picture').setInputFiles({
    ...name,
    buffer: Buffer.from(await anImage('png', 64)),
  })
  await upload.click()
  await expect(page.getByRole('img', { name: 'Your picture' })).toBeVisible()
  await page.locator('#delete-picture').click()
  await page.locator('#delete-picture-confirm').click()
  await expect(page.locator('#content')).toContainText('No picture yet')

  await page.locator('#picture').setInputFiles({ ...name, buffer: Buffer.alloc(5 * 1024 * 1024) })
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.request().method() === 'POST'),
    upload.click(),
  ])
  expect(response.status()).toBe(413)
  await expect(page.locator('#page-auth-error')).toContainText('choose a smaller file')
})

test('who has no password is told so, and finds the way to one in place of forms that ask for it', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/security')
  await expect(page.locator('#password')).toContainText('Change password')
  await store.users.change(person.id, { passwordHash: '', passwordChangedAt: null })
  await page.goto('/account/security')
  await expect(page.locator('#password')).toContainText('You have no password here')
  await expect(page.locator('#password')).not.toContainText('You sign in with a password')
  await page.locator('#password a').click()
  await expect(page).toHaveURL('/account/change-password')
  for (const name of ['change-password', 'email', 'otp', 'otp/replace']) {
    await page.goto(`/account/${name}`)
    await expect(page.locator('#no-password')).toBeVisible()
    await expect(page.locator('input[autocomplete=current-password]')).toHaveCount(0)
    if (test.info().project.use.javaScriptEnabled !== false) await expectAccessible(page)
  }
})

test('where passkeys are off, their page says so and leads on', async ({ page, store }) => {
  await openConsole(page, await aPerson(store), '/account/passkeys')
  await expect(page.locator('#passkeys')).toContainText('Passkeys are turned off here.')
  await page.locator('#passkeys a').click()
  await expect(page).toHaveURL('/account/security')
})

test('after a new password by mail, an account that somebody else connected is disconnected on that page', async ({
  page,
  store,
}) => {
  const user = await openReset(page, store)
  const { id: providerId, issuer } = await aProvider(store, {
    displayName: 'Somewhere',
    enabled: false,
  })
  const link = { createdAt: new Date(), userId: user.id, providerId, issuer }
  await store.userIdentities.insert({ ...link, subject: unique('thief') })
  for (const field of await page.locator('input[autocomplete=new-password]').all()) {
    await field.fill(password)
  }
  await page.locator('#self-service-submit').click()
  const row = page.locator('#ways-in li')
  await expect(row).toContainText('Somewhere')
  await expect(row).toContainText('Added recently')
  await row.getByRole('button', { name: 'Remove: Somewhere' }).click()
  await expect(page.locator('#page-password-set')).toBeVisible()
  await expect(page.locator('#ways-in')).toHaveCount(0)
  expect(await store.userIdentities.findOfUser(user.id)).toEqual([])
})
