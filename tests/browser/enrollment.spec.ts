import { expect, type Page } from '@playwright/test'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { test } from './fixtures.ts'
import { acr, answerAt, begin, expectFormError } from './journey.ts'
import { codeOf, enterCode, signIn, wrongCode } from './people.ts'

const incorrect = 'That code didn’t work. Wait for the next one and try again.'

async function shownSecret(page: Page): Promise<string> {
  const text = await page.locator('#page-otp-enrollment pre').textContent()
  return (text ?? '').replaceAll(' ', '')
}

test('a mandatory second factor is set up on the way, and asked for from then on', async ({
  page,
  browser,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  await expect(page.locator('#page-otp-enrollment')).toBeVisible()
  const secret = await shownSecret(page)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await enterCode(page, codeOf(secret))
  expect((await answerAt(page, application)).code).toBeTruthy()
  expect(await store.users.findById(user.id)).toMatchObject({ otpEnabled: true })

  const other = await (await browser.newContext()).newPage()
  await begin(other, client, { acr_values: acr.mandatory })
  await signIn(other, user)
  await expect(other.locator('#page-otp')).toBeVisible()
  await enterCode(other, codeOf(secret, 1))
  expect((await answerAt(other, application)).code).toBeTruthy()
  await other.context().close()
})

test('the picture, the secret and the apps to choose from are there', async ({
  page,
  user,
  client,
}) => {
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  const picture = page.getByRole('img', { name: /^QR code/ })
  await expect(picture).toBeVisible()
  await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,/)
  const links = page.locator('#page-otp-enrollment a[target=_blank]')
  await expect(links).toHaveCount(3)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  await expect(page.locator('#page-otp-enrollment li.ui-step')).toHaveCount(3)
})

test('a phone hands the account to its own app, which gets what the picture says', async ({
  page,
  user,
  client,
  javaScriptEnabled,
}) => {
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  const secret = await shownSecret(page)
  // Where nothing is pressed with a finger, it is not shown.
  const link = page.locator('#otp-open-app')
  await expect(link).toBeHidden()
  const address = new URL((await link.getAttribute('href')) ?? '')
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(address.pathname)).toContain(user.email)
  expect(address.searchParams.get('secret')).toBe(secret)
  const copy = page.getByRole('button', { name: 'Copy the key' })
  await expect(copy).toHaveCount(javaScriptEnabled === false ? 0 : 1)
  // Logs and other sites may see the page's address, so it must not contain the secret.
  expect(page.url()).not.toContain(secret)
})

test('the key is copied without its blanks @scripts', async ({ page, user, client }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await shownSecret(page))
})

test('a wrong code and a reload keep the secret', async ({ page, user, client, application }) => {
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  const secret = await shownSecret(page)
  await page.reload()
  expect(await shownSecret(page)).toBe(secret)
  await enterCode(page, wrongCode(secret))
  await expectFormError(page, incorrect, 'otp')
  expect(await shownSecret(page)).toBe(secret)
  await enterCode(page, codeOf(secret))
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('a session without a second factor is enrolled without a password @scripts', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  await begin(page, client, { acr_values: acr.mandatory })
  await expect(page.locator('#page-otp-enrollment')).toBeVisible()
  await enterCode(page, codeOf(await shownSecret(page)))
  await answerAt(page, application)
  const [session] = await sessionsOf(store, user.id)
  expect(session).toMatchObject({ acrLevel: acr.mandatory, authMethods: 'pwd otp' })
})

test('nothing is set up by whoever leaves @scripts', async ({ page, user, store, client }) => {
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  const secret = await shownSecret(page)
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  expect(await shownSecret(page)).not.toBe(secret)
  expect(await store.users.findById(user.id)).toMatchObject({ otpEnabled: false })
})

test('whoever does not want a second factor goes back to the application, which learns why', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(client.clientIdentifier)
  await page.locator('#otp-cancel').click()
  expect(await answerAt(page, application)).toMatchObject({ error: 'access_denied' })
  expect(await store.users.findById(user.id)).toMatchObject({ otpEnabled: false })
  expect(await sessionsOf(store, user.id)).toEqual([])
})
