import { expect } from '@playwright/test'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { test } from './fixtures.ts'
import {
  acr,
  answerAt,
  answerTo,
  begin,
  countPosts,
  expectErrorPage,
  expectFormError,
} from './journey.ts'
import { aUserWithOtp, codeOf, enterCode, signIn, wrongCode } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'

const incorrect = 'That code didn’t work. Wait for the next one and try again.'

test('the code is asked for after the password', async ({ page, store, client, application }) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, user)
  await expect(page.locator('#page-otp')).toBeVisible()
  await expect(page.locator('#otp')).toBeFocused()
  await expect(page.locator('#otp')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.locator('#otp')).toHaveAttribute('inputmode', 'numeric')
  await enterCode(page, codeOf(user.otp))
  expect((await answerAt(page, application)).code).toBeTruthy()
  const [session] = await sessionsOf(store, user.id)
  expect(session).toMatchObject({ authMethods: 'pwd otp', acrLevel: acr.optional })
})

test('whoever has lost the app is told whom to ask @no-scripts', async ({
  page,
  store,
  client,
}) => {
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, await aUserWithOtp(store))
  await expect(page.getByRole('heading', { name: 'Can’t use your app?' })).toBeVisible()
  await expect(page.locator('#otp-lost')).toHaveText('Contact your administrator.')
})

test('a wrong code is told, and the right one goes on', async ({
  page,
  store,
  client,
  application,
}) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  await enterCode(page, wrongCode(user.otp))
  await expectFormError(page, incorrect, 'otp')
  await expect(page.locator('#otp')).toHaveValue('')
  await page.reload()
  await expectFormError(page, incorrect, 'otp')
  await enterCode(page, codeOf(user.otp))
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('a code works once @scripts', async ({ page, browser, store, client, application }) => {
  const user = await aUserWithOtp(store)
  const code = codeOf(user.otp)
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, user)
  await enterCode(page, code)
  await answerAt(page, application)

  const other = await (await browser.newContext()).newPage()
  await begin(other, client, { acr_values: acr.optional })
  await signIn(other, user)
  await enterCode(other, code)
  await expectFormError(other, incorrect, 'otp')
  await enterCode(other, codeOf(user.otp, 1))
  expect((await answerAt(other, application)).code).toBeTruthy()
  await other.context().close()
})

test('a code that is blank or too short is told by the browser @scripts', async ({
  page,
  store,
  client,
}) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, user)
  await expect(page.locator('#page-otp')).toBeVisible()
  await scriptsBegun(page)
  const posts = countPosts(page, '/auth/otp')
  for (const typed of ['', '12345', 'abcdef']) {
    await enterCode(page, typed)
    await expectFormError(page, 'Enter the 6-digit code.', 'otp')
  }
  expect(posts.count).toBe(0)
})

test('a blank code is told by the server @no-scripts', async ({ page, store, client }) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, user)
  await enterCode(page, ' ')
  await expectFormError(page, 'Enter the 6-digit code.', 'otp')
  await enterCode(page, '12345')
  await expectFormError(page, incorrect, 'otp')
})

test('a code may be typed as the authenticator shows it', async ({
  page,
  store,
  client,
  application,
}) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, user)
  const code = codeOf(user.otp)
  await enterCode(page, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('digits of other scripts are digits too, and of a pasted message the code counts @no-scripts', async ({
  page,
  context,
  store,
  client,
  application,
}) => {
  const inDigits = (code: string, digits: string) =>
    code.replace(/\d/g, (digit) => digits[+digit] ?? '')
  const typed = [
    (code: string) => inDigits(code, '٠١٢٣٤٥٦٧٨٩'),
    (code: string) => `コード：${inDigits(code, '０１２３４５６７８９')}（３０秒）`,
  ]
  for (const as of typed) {
    const user = await aUserWithOtp(store)
    await context.clearCookies()
    await begin(page, client, { acr_values: acr.optional, ui_locales: 'ar' })
    await signIn(page, user)
    await expect(page.locator('#page-otp')).toBeVisible()
    await enterCode(page, as(codeOf(user.otp)))
    expect((await answerAt(page, application)).code).toBeTruthy()
  }
})

test('level 2 by choice skips people without a second factor @scripts', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
  const [session] = await sessionsOf(store, user.id)
  expect(session).toMatchObject({ authMethods: 'pwd', acrLevel: acr.optional })
})

test('stepping up from a session asks for the code only @scripts', async ({
  page,
  context,
  store,
  client,
  application,
}) => {
  const user = await aUserWithOtp(store)
  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  const [before] = await sessionsOf(store, user.id)
  const cookies = await context.cookies()

  await begin(page, client, { acr_values: acr.mandatory })
  await expect(page.locator('#page-otp')).toBeVisible()
  await enterCode(page, codeOf(user.otp))
  await answerAt(page, application)
  const [after, ...others] = await sessionsOf(store, user.id)
  expect(others).toEqual([])
  expect(after).toMatchObject({ id: before?.id, acrLevel: acr.mandatory, authMethods: 'pwd otp' })
  for (const { name, value } of await context.cookies()) {
    expect(cookies.find((cookie) => cookie.name === name)?.value).not.toBe(value)
  }
})

test('two-factor settings that change meanwhile end the sign-in @scripts', async ({
  page,
  store,
  client,
}) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.mandatory })
  await signIn(page, user)
  await expect(page.locator('#page-otp')).toBeVisible()
  await store.users.disableOtp(user.id)
  const response = await answerTo(page, () => enterCode(page, codeOf(user.otp)))
  await expectErrorPage(page, response, { status: 400, title: 'Your two-step sign-in has changed' })
})

test('an account disabled meanwhile gets no further, and the page says so @no-scripts', async ({
  page,
  store,
  client,
}) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, user)
  await expect(page.locator('#page-otp')).toBeVisible()
  await store.users.change(user.id, { enabled: false })
  await enterCode(page, codeOf(user.otp))
  await expect(page.locator('#form-error')).toBeVisible()
  await expect(page.locator('#otp-restart')).toBeVisible()
})

test('a complete code is sent by itself, typed or pasted in a sentence @scripts', async ({
  page,
  context,
  store,
  client,
  application,
}) => {
  const ways: readonly ((code: string) => Promise<void>)[] = [
    (code) => page.locator('#otp').pressSequentially(code),
    (code) =>
      page.locator('#otp').fill(`Your code for Halden ID is ${code.slice(0, 3)} ${code.slice(3)}.`),
  ]
  for (const type of ways) {
    const user = await aUserWithOtp(store)
    await context.clearCookies()
    await begin(page, client, { acr_values: acr.optional })
    await signIn(page, user)
    await expect(page.locator('#page-otp')).toBeVisible()
    await scriptsBegun(page)
    await type(codeOf(user.otp))
    expect((await answerAt(page, application)).code).toBeTruthy()
  }
})

test('a wrong code that is filled in again and again is sent once @scripts', async ({
  page,
  store,
  client,
}) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, user)
  await expect(page.locator('#page-otp')).toBeVisible()
  await scriptsBegun(page)
  const posts = countPosts(page, '/auth/otp')
  await page.locator('#otp').fill(wrongCode(user.otp))
  await expectFormError(page, incorrect, 'otp')
  await scriptsBegun(page)
  for (const again of [1, 2]) {
    await page.locator('#otp').fill('')
    await page.locator('#otp').fill(wrongCode(user.otp))
    await expect(page.locator('#otp'), `time ${again}`).toHaveValue(wrongCode(user.otp))
  }
  expect(posts.count).toBe(1)
})

test('an address in the field for the code is not sent @scripts', async ({
  page,
  store,
  client,
}) => {
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, await aUserWithOtp(store))
  await expect(page.locator('#page-otp')).toBeVisible()
  await scriptsBegun(page)
  const posts = countPosts(page, '/auth/otp')
  for (const address of ['ada@example.org', 'ada.123456@example.org']) {
    await page.locator('#otp').fill(address)
    await expect(page.locator('#otp')).toHaveValue(address)
  }
  expect(posts.count).toBe(0)
})

test('after a second wrong code the page asks about the clock @no-scripts', async ({
  page,
  store,
  client,
}) => {
  const user = await aUserWithOtp(store)
  await begin(page, client, { acr_values: acr.optional })
  await signIn(page, user)
  await enterCode(page, wrongCode(user.otp))
  await expectFormError(page, incorrect, 'otp')
  await enterCode(page, wrongCode(user.otp))
  await expect(page.locator('#form-error')).toContainText('clock')
})
