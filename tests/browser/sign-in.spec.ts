import { expect } from '@playwright/test'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { answerAt, begin, countPosts, expectFormError } from './journey.ts'
import { signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'

const authFailed = 'That email and password don’t match. Try again or reset your password.'

test('the right password leads back to the application, with a code and its state', async ({
  page,
  user,
  client,
  application,
}) => {
  const response = await begin(page, client, { state: 'a b+c%2B&"<é>' })
  expect(response.status()).toBe(200)
  expect(new URL(page.url()).pathname).toBe('/auth/pwd')
  await expect(page.locator('#email')).toBeFocused()
  await signIn(page, { ...user, email: ` ${user.email.toUpperCase()} ` })
  const answer = await answerAt(page, application)
  expect(answer.state).toBe('a b+c%2B&"<é>')
  expect(answer.code?.length).toBeGreaterThanOrEqual(43)
})

test('an address with marks that nobody sees and a domain in Unicode is found, the password in any spelling @no-scripts', async ({
  page,
  context,
  store,
  client,
  application,
}) => {
  const user = await aUser(store, {
    email: `${randomUuid()}@xn--mller-kva.example`,
    password: 'P\u00e4ssw\u00f6rter-19',
  })
  const local = user.email.split('@')[0]
  for (const email of [`\u200f${user.email}\u00ad`, `${local}@müller.example`]) {
    await context.clearCookies()
    await begin(page, client)
    await signIn(page, { email, password: 'Pa\u0308sswo\u0308rter-19' })
    expect((await answerAt(page, application)).code).toBeTruthy()
  }
})

test('a wrong password and an unknown address are told in the same words', async ({
  page,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  for (const email of [user.email, 'nobody@example.org']) {
    await signIn(page, { email, password: 'Not-the-one-1' })
    await expectFormError(page, authFailed, 'password')
    await expect(page.locator('#email')).toHaveValue(email)
    await expect(page.locator('#password')).toHaveValue('')
    expect(page.url()).not.toContain('nobody')
  }
  await page.reload()
  await expectFormError(page, authFailed, 'password')
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('a disabled account is named as such only to who knows its password @scripts', async ({
  page,
  store,
  client,
}) => {
  const user = await aUser(store, { enabled: false })
  await begin(page, client)
  await signIn(page, { ...user, password: 'Not-the-one-1' })
  await expectFormError(page, authFailed)
  await signIn(page, user)
  await expect(page.locator('#page-turned-off')).toContainText(user.email)
  await page.locator('#other-account').click()
  await expect(page.locator('#email')).toHaveValue('')
})

test('an account without a password cannot be signed in to @scripts', async ({
  page,
  store,
  client,
}) => {
  const user = await aUser(store, { passwordHash: '' })
  await begin(page, client)
  await signIn(page, user)
  await expectFormError(page, authFailed, 'password')
})

test('blank fields are told by the browser and nothing is sent @scripts', async ({
  page,
  user,
  client,
}) => {
  await begin(page, client)
  await scriptsBegun(page)
  const posts = countPosts(page, '/auth/pwd')
  await page.locator('#signin-submit').click()
  await expectFormError(page, 'Enter your email address.', 'email')
  await page.locator('#email').fill('   ')
  await page.locator('#signin-submit').click()
  await expectFormError(page, 'Enter your email address.', 'email')
  await page.locator('#email').fill(user.email)
  await page.locator('#signin-submit').click()
  await expectFormError(page, 'Enter your password.', 'password')
  expect(posts.count).toBe(0)
})

test('blank fields are told by the server @no-scripts', async ({ page, user, client }) => {
  await begin(page, client)
  await page.locator('#signin-submit').click()
  await expectFormError(page, 'Enter your email address.', 'email')
  await page.locator('#email').fill(user.email)
  await page.locator('#signin-submit').click()
  await expectFormError(page, 'Enter your password.', 'password')
  await expect(page.locator('#email')).toHaveValue(user.email)
})

test('a hint fills the email in and leaves the password to type', async ({
  page,
  user,
  client,
  application,
}) => {
  await begin(page, client, { login_hint: user.email })
  await expect(page.locator('#email')).toHaveValue(user.email)
  await expect(page.locator('#password')).toBeFocused()
  await page.keyboard.type(user.password)
  await page.keyboard.press('Enter')
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('the keyboard alone is enough', async ({
  page,
  user,
  client,
  application,
  javaScriptEnabled,
}) => {
  await begin(page, client)
  await expect(page.locator('#email')).toBeFocused()
  await page.keyboard.type(user.email)
  await page.keyboard.press('Tab')
  await expect(page.locator('#password')).toBeFocused()
  await page.keyboard.type(user.password)
  if (javaScriptEnabled !== false) {
    // The button appears once the scripts run.
    await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await expect(page.locator('#signin-submit')).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('a button shows what was typed as the password @scripts', async ({ page, client }) => {
  await begin(page, client)
  await page.locator('#password').fill('secret-1')
  await expect(page.locator('#password')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.locator('#password')).toHaveAttribute('type', 'text')
  await expect(page.locator('#password')).toHaveValue('secret-1')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(page.locator('#password')).toHaveAttribute('type', 'password')
})

test('without scripts there is no button that could do nothing @no-scripts', async ({
  page,
  client,
}) => {
  await begin(page, client)
  await expect(page.locator('#page-sign-in button')).toHaveCount(1)
})

test('password managers find what they know', async ({ page, client }) => {
  await begin(page, client)
  await expect(page.locator('#email')).toHaveAttribute('autocomplete', 'username')
  await expect(page.locator('#password')).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.locator('main form')).toHaveAttribute('method', 'post')
  await expect(page.locator('main form')).toHaveAttribute('action', '/auth/pwd')
})

test('a password that no account can have is refused for its length, by the browser too', async ({
  page,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  await expect(page.locator('#password')).not.toHaveAttribute('maxlength')
  for (const length of [129, 5_000]) {
    await signIn(page, { ...user, password: 'x'.repeat(length) })
    await expect(page.locator('#form-error')).toContainText('128')
    await expect(page.locator('#email')).toHaveValue(user.email)
  }
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('a password that is typed with Caps Lock on is told of it @scripts', async ({
  page,
  client,
}) => {
  await begin(page, client)
  await scriptsBegun(page)
  const hint = page.getByText('Caps Lock is on')
  const press = (modifierCapsLock: boolean) =>
    page.locator('#password').evaluate((field, isOn) => {
      const key = { key: 'A', bubbles: true, modifierCapsLock: isOn }
      field.dispatchEvent(new KeyboardEvent('keydown', key))
    }, modifierCapsLock)
  await expect(hint).toHaveCount(0)
  await press(true)
  await expect(hint).toBeVisible()
  await press(false)
  await expect(hint).toHaveCount(0)
})

test('a page that the browser kept forgets the password, and can be sent again @scripts', async ({
  page,
  user,
  client,
}) => {
  await begin(page, client)
  await scriptsBegun(page)
  // The browser stays where it is, as at an answer that leads to an app it does not open.
  await page.route('**/auth/pwd', (route) => route.fulfill({ status: 204 }))
  await signIn(page, user)
  await expect(page.locator('#signin-submit')).toHaveAttribute('aria-disabled', 'true')
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(page.locator('#signin-submit')).not.toHaveAttribute('aria-disabled')
  await expect(page.locator('#password')).toHaveValue('')
  await expect(page.locator('#email')).toHaveValue(user.email)
})

test('a page that stays although its form was answered offers the way on @scripts', async ({
  page,
  user,
  client,
}) => {
  await page.clock.install()
  await begin(page, client)
  await scriptsBegun(page)
  // The browser stays where it is, as at an answer that leads to an app it does not open.
  await page.route('**/auth/pwd', (route) => route.fulfill({ status: 204 }))
  await signIn(page, user)
  await expect(page.locator('#signin-submit')).toHaveAttribute('aria-disabled', 'true')
  await page.clock.fastForward(6_000)
  const link = page.locator('#page-sign-in form [role=status] a')
  await expect(link).toHaveAttribute('href', /^\/auth\/pwd\?ceremony=/)
})

test('who is signed in already confirms it with the password alone, or signs in as somebody else', async ({
  page,
  store,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  await begin(page, client, { prompt: 'login' })
  await expect(page.locator('.ui-account-chip')).toContainText(user.email)
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(user.email)
  await page.locator('#password').fill('Not-the-one-1')
  await page.locator('#signin-submit').click()
  await expect(page.locator('#form-error')).toBeVisible()
  await expect(page.locator('.ui-account-chip')).toContainText(user.email)
  await page.locator('#password').fill(user.password)
  await page.locator('#signin-submit').click()
  expect((await answerAt(page, application)).code).toBeTruthy()

  await begin(page, client, { prompt: 'login' })
  await page.locator('#other-account').click()
  await expect(page.locator('#email')).toHaveValue('')
  await signIn(page, await aUser(store))
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('on a phone the card has no frame, and the language is at the bottom @no-scripts', async ({
  page,
  client,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await begin(page, client)
  await expect(page.locator('#page-sign-in')).toHaveCSS('border-top-width', '0px')
  await expect(page.locator('#page-sign-in')).toHaveCSS('box-shadow', 'none')
  const foot = await page.locator('.ui-stage-foot').boundingBox()
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeGreaterThan(800)
})

test('the whole sign-in fits a small window @no-scripts', async ({ page, client }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await begin(page, client)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800)
})

test('another language keeps the step, the message and the email that was typed', async ({
  page,
  user,
  client,
  application,
  javaScriptEnabled,
}) => {
  await begin(page, client)
  await signIn(page, { ...user, password: 'Not-the-one-1' })
  await expect(page.locator('#form-error')).toBeVisible()
  await page.locator('#language').click()
  await page.locator('[popover] button[lang=de]').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('#form-error')).toBeVisible()
  await expect(page.locator('#email')).toHaveValue(user.email)
  await expect(page.locator('#password')).toHaveValue('')
  if (javaScriptEnabled !== false) await scriptsBegun(page)
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('a page whose answer the browser did not follow offers the way to the application once more @scripts', async ({
  page,
  user,
  store,
}) => {
  // The browser has no program for this scheme, so it stays on the page.
  const redirectUris = ['com.example.lamp:/callback']
  const client = await aClient(store, { pkceRequired: false, redirectUris })
  await begin(page, client)
  const answers: string[] = []
  page.on('response', (response) => {
    const { location = '' } = response.headers()
    if (location.startsWith('com.example.lamp:')) answers.push(location)
  })
  await signIn(page, user)
  const offer = page.getByRole('status').filter({ hasText: 'Still here?' })
  await expect(offer).toBeVisible()
  await offer.getByRole('link').click()
  await expect.poll(() => answers.length).toBe(2)
  expect(new Set(answers).size).toBe(1)
})
