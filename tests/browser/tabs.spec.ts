import { expect, type Page } from '@playwright/test'
import { addSeconds } from '#lib/base/time/clock.ts'
import { aClient, type TestUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { answerAt, answerTo, begin, countPosts, expectErrorPage, interactionOf } from './journey.ts'
import { signIn } from './people.ts'
import type { RelyingParty } from './relying-party.ts'
import { scriptsBegun } from './scripts-begun.ts'

const finished = { status: 400, title: 'This sign-in is finished' }
const done = { status: 400, title: 'You’ve already done this step' }
const elsewhere = { status: 400, title: 'This was started in another browser' }

/** The sign-in began again by itself: the email is kept, the password is not, and it ends at the application. */
async function expectStartedAgain(page: Page, user: TestUser, application: RelyingParty) {
  await expect(page.locator('#started-again')).toBeVisible()
  await expect(page.locator('#email')).toHaveValue(user.email)
  await expect(page.locator('#password')).toHaveValue('')
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
}

test('two tabs side by side both come to their end', async ({
  page,
  context,
  user,
  client,
  application,
}) => {
  const other = await context.newPage()
  await begin(page, client, { state: 'first' })
  await begin(other, client, { state: 'second' })
  expect(interactionOf(page)).not.toBe(interactionOf(other))
  await signIn(page, user)
  expect(await answerAt(page, application)).toMatchObject({ state: 'first' })
  await signIn(other, user)
  expect(await answerAt(other, application)).toMatchObject({ state: 'second' })
})

test('a tab left at the password goes on by itself once another tab signed in', async ({
  page,
  context,
  user,
  client,
  application,
}) => {
  const other = await context.newPage()
  await begin(other, client, { state: 'waiting' })
  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  await other.reload()
  expect(await answerAt(other, application)).toMatchObject({ state: 'waiting' })
})

test('a reload shows the same page of the same sign-in', async ({
  page,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  const interaction = interactionOf(page)
  const response = await page.reload()
  expect(response?.status()).toBe(200)
  expect(interactionOf(page)).toBe(interaction)
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('two clicks send a form once @scripts', async ({ page, user, client, application }) => {
  await begin(page, client)
  await scriptsBegun(page)
  const posts = countPosts(page, '/auth/pwd')
  await page.locator('#email').fill(user.email)
  await page.locator('#password').fill(user.password)
  await page.locator('#signin-submit').dblclick()
  expect((await answerAt(page, application)).code).toBeTruthy()
  expect(posts.count).toBe(1)
})

test('a form that was sent already says so', async ({
  page,
  context,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  const copy = await context.newPage()
  await copy.goto(page.url())
  await signIn(page, user)
  await answerAt(page, application)
  const response = await answerTo(copy, () => signIn(copy, user))
  await expectErrorPage(copy, response, finished)
})

test('Back after the end says that the step is finished', async ({
  page,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  const response = await answerTo(page, async () => void (await page.goBack()))
  await expectErrorPage(page, response, finished)
})

test('Back in the middle says so too, and leads on to the current step', async ({
  page,
  user,
  store,
  application,
}) => {
  const client = await aClient(store, {
    pkceRequired: false,
    consentRequired: true,
    redirectUris: [`${application.origin}/callback`],
  })
  await begin(page, client)
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toBeVisible()
  const response = await answerTo(page, async () => void (await page.goBack()))
  await expectErrorPage(page, response, done)
  await page.locator('#way-continue').click()
  await page.locator('#consent-approve').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('the address of a later step leads to the one that is due @scripts', async ({
  page,
  client,
  user,
  application,
}) => {
  await begin(page, client)
  const interaction = interactionOf(page)
  for (const path of [
    'otp',
    'consent',
    'level1',
    'level1completed',
    'level2',
    'completed',
    'issue',
  ]) {
    await page.goto(`/auth/${path}?ceremony=${interaction}`)
    await expect(page.locator('#page-sign-in'), path).toBeVisible()
    expect(interactionOf(page)).toBe(interaction)
  }
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('a sign-in of another browser starts here with a button, and stays as it is there', async ({
  page,
  browser,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  // By the same name, it would be this browser without its cookies.
  const stranger = await (await browser.newContext({ userAgent: 'Another browser' })).newPage()
  const response = await stranger.goto(page.url())
  expect(response).not.toBeNull()
  if (response) await expectErrorPage(stranger, response, elsewhere)
  await stranger.locator('#way-start-here').click()
  await signIn(stranger, user)
  expect((await answerAt(stranger, application)).code).toBeTruthy()
  await stranger.context().close()
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('without its cookie a sign-in starts again', async ({
  page,
  context,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  await context.clearCookies()
  await signIn(page, user)
  await expectStartedAgain(page, user, application)
})

test('a sign-in that was open for an hour starts again', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client)
  const row = await store.interactions.findByIdentifier(interactionOf(page))
  if (!row) throw new Error('The interaction is not stored.')
  await store.interactions.change(row, { expiresAt: addSeconds(new Date(), -1) })
  await signIn(page, user)
  await expectStartedAgain(page, user, application)
})

test('after a sign-out in another tab a sign-in in progress starts again @scripts', async ({
  page,
  context,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  const other = await context.newPage()
  await other.goto('/auth/logout')
  await other.locator('#logout-confirm').click()
  await expect(other.locator('#page-signed-out')).toBeVisible()
  await signIn(page, user)
  await expectStartedAgain(page, user, application)
})
