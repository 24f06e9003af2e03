import { expect } from '@playwright/test'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { aPerson, postOn, signInToConsole, signOut } from './console.ts'
import { test } from './fixtures.ts'
import { acr, answerAt, begin } from './journey.ts'
import { aUserWithOtp, codeOf, enterCode, signIn } from './people.ts'

test('the page of the code says whose code it asks for, and lets somebody else sign in', async ({
  page,
  store,
  user,
  client,
  application,
}) => {
  const first = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, first)
  await expect(page.locator('.ui-account-chip')).toContainText(first.email)
  await page.getByRole('button', { name: 'Not you?' }).click()
  await expect(page.locator('#email')).toHaveValue('')
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
  expect(await sessionsOf(store, first.id)).toEqual([])
  expect(await sessionsOf(store, user.id)).toHaveLength(1)
})

test('Enter in the field of the code sends the code', async ({
  page,
  store,
  client,
  application,
}) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, user)
  await page.locator('#otp').evaluate((field: HTMLInputElement, code) => {
    field.value = code
  }, codeOf(user.otp))
  await page.locator('#otp').press('Enter')
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('whoever goes back to the password may come again with the same account', async ({
  page,
  store,
  client,
  application,
}) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  await page.locator('#otp-restart').click()
  await signIn(page, user)
  await enterCode(page, codeOf(user.otp))
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('setting up a second factor offers another account too', async ({ page, user, client }) => {
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  await expect(page.locator('.ui-account-chip')).toContainText(user.email)
  await page.locator('#otp-restart').click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

test('the consent page lets somebody else sign in, and says where the answer goes', async ({
  page,
  store,
  user,
  client,
  application,
}) => {
  const first = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.optional, prompt: 'consent' })
  await signIn(page, first)
  await enterCode(page, codeOf(first.otp))
  await expect(page.locator('.ui-account-chip')).toContainText(first.email)
  const { host } = new URL(client.redirectUri)
  // The test's application runs on this device.
  await expect(page.locator('#consent-destination')).toContainText(
    `The answer goes to a program on this device (${host}).`,
  )
  await page.locator('#consent-restart').click()
  await signIn(page, user)
  await expect(page.locator('.ui-account-chip')).toContainText(user.email)
  await page.locator('#consent-approve').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
  expect(await sessionsOf(store, first.id)).toEqual([])
})

test('leaving the console ends on a page that says so and leads back @no-scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await signInToConsole(page, person, '/account/profile')
  await signOut(page)
  await expect(page.locator('#page-signed-out')).toContainText('You’re signed out')
  await expect(page.locator('#page-signed-out')).not.toContainText(
    'couldn’t send you back to the app',
  )
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await signIn(page, person)
  await postOn(page)
  await expect(page.locator('#content h1')).toBeVisible()
})
