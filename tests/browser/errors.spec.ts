import { expect } from '@playwright/test'
import { aClient } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { answerAt, begin, expectErrorPage } from './journey.ts'
import { signIn } from './people.ts'

const title = 'This sign-in link doesn’t work'

const refusals: readonly (readonly [
  name: string,
  request: Readonly<Record<string, string | undefined>>,
  message: RegExp,
])[] = [
  ['no client', { client_id: undefined }, /didn’t say which app it is/],
  ['an unknown client', { client_id: 'nobody' }, /don’t recognize the app/],
  ['no redirect URI', { redirect_uri: undefined }, /didn’t say where to send you back to/],
  [
    'a redirect URI that is no address',
    { redirect_uri: '/callback' },
    /an address we can’t return you to/,
  ],
  ['an unknown response mode', { response_mode: 'jwt' }, /query, fragment or form_post/],
]

test('a request that cannot be trusted with a redirect is explained where it was made @scripts', async ({
  page,
  client,
}) => {
  for (const [name, request, message] of refusals) {
    const response = await begin(page, client, request)
    await expectErrorPage(page, response, { status: 400, title })
    await expect(page.locator('#page-auth-error'), name).toContainText(message)
    await expect(page.locator('#reference-hint'), name).toContainText('run the app')
    expect(new URL(page.url()).pathname).toBe('/auth/authorize')
    await expect(page).toHaveTitle(/^Sign-in problem · /)
  }
})

test('a redirect URI that is not registered is shown for developers, and leads nowhere @no-scripts', async ({
  page,
  client,
}) => {
  for (const [sent, problem] of [
    ['https://evil.example/callback?a=b&c#', 'redirect_uri_not_absolute'],
    ['https://evil.example/callback?a=b&c', 'redirect_uri_not_registered'],
    ['https://evil.example/<img src=x onerror=alert(1)>', 'redirect_uri_not_absolute'],
  ] as const) {
    const response = await begin(page, client, { redirect_uri: sent })
    await expectErrorPage(page, response, { status: 400, title })
    await expect(page.getByText('For developers')).toBeVisible()
    await expect(page.locator('#problem')).toHaveText(problem)
    await expect(page.locator('#client-id')).toHaveText(client.clientIdentifier)
    await expect(page.locator('#sent-redirect-uri')).toHaveText(sent)
    await expect(page.locator('#reference-hint')).toContainText('run the app')
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    await expect(page.locator('a[href*="evil"], form[action*="evil"]')).toHaveCount(0)
  }
})

test('a repeated client, a broken escape and a client that may not ask are explained too @scripts', async ({
  page,
  store,
  client,
}) => {
  const twice = await page.goto('/auth/authorize?client_id=a&client_id=a')
  if (twice) await expectErrorPage(page, twice, { status: 400, title })
  await expect(page.locator('#page-auth-error')).toContainText('“client_id” more than once')

  const broken = await page.goto('/auth/authorize?client_id=%zz')
  if (broken) await expectErrorPage(page, broken, { status: 400, title })
  await expect(page.locator('#page-auth-error')).toContainText('couldn’t read the request')
  await expect(page.locator('#reference-hint')).toHaveCount(0)

  const { redirectUri } = client
  const disabled = await aClient(store, { enabled: false, redirectUris: [redirectUri] })
  await expectErrorPage(page, await begin(page, disabled), { status: 400, title })
  await expect(page.locator('#page-auth-error')).toContainText('is turned off at the moment')

  const closed = await aClient(store, {
    authorizationCodeEnabled: false,
    redirectUris: [redirectUri],
  })
  await expectErrorPage(page, await begin(page, closed), { status: 400, title })
})

test('the error page names the request, as the answer and the logs do @no-scripts', async ({
  page,
  client,
}) => {
  for (const request of [{ client_id: 'nobody' }, { redirect_uri: 'https://evil.example/' }]) {
    const response = await begin(page, client, request)
    const id = response.headers()['x-request-id'] ?? ''
    expect(id).not.toBe('')
    await expect(page.locator('#request-id')).toHaveText(id)
    await expect(page.locator('#request-id')).toHaveCSS('user-select', 'all')
  }
})

test('the error page leads to the account @no-scripts', async ({ page, client }) => {
  await begin(page, client, { client_id: 'nobody' })
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

test('any other refusal is the application’s to explain @scripts', async ({
  page,
  client,
  application,
}) => {
  const response = await begin(page, client, { scope: 'openid nothing:here', state: 's' })
  expect(response.status()).toBe(200)
  expect(await answerAt(page, application)).toMatchObject({ error: 'invalid_scope', state: 's' })
})

test('an address without a page says so @scripts', async ({ page }) => {
  for (const path of ['/no/such/page', '/no-such-page.html', '/%E2%98%83']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.locator('#page-not-found')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  }
})

const betweenPages = ['pwd', 'otp', 'consent', 'level1', 'level1completed', 'completed', 'issue']

test('addresses between the pages lead a new browser to the own account @scripts', async ({
  browser,
  baseURL,
}) => {
  for (const path of betweenPages) {
    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    const page = await context.newPage()
    const response = await page.goto(`/auth/${path}?ceremony=unknown`)
    expect(response?.status(), path).toBe(200)
    await expect(page).toHaveURL(/\/auth\/pwd\?ceremony=/)
    await context.close()
  }
})

test('addresses between the pages of a sign-in that is gone say so @scripts', async ({
  page,
  client,
}) => {
  await begin(page, client)
  for (const path of betweenPages) {
    const response = await page.goto(`/auth/${path}?ceremony=unknown`)
    if (!response) throw new Error('There was no answer.')
    await expectErrorPage(page, response, { status: 400, title: 'This sign-in has expired' })
  }
})

test('a client that was closed meanwhile gets nothing, and the page says so @scripts', async ({
  page,
  user,
  store,
  client,
}) => {
  await begin(page, client)
  await store.clients.removeRedirectUris(client.id, [client.redirectUri])
  await signIn(page, user)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'We stopped before sending you to',
  )
  await expect(page.locator('#page-auth-error')).toContainText('127.0.0.1')
  await expect(page.getByRole('link', { name: 'Go there anyway' })).toHaveCount(0)
})
