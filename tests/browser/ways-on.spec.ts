import { expect } from '@playwright/test'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { startServer } from '#tests/support/started-server.ts'
import { test as shared } from './fixtures.ts'
import { answerAt, begin, interactionOf } from './journey.ts'
import { signIn } from './people.ts'

interface Fixtures {
  /** A client whose website is known. */
  readonly known: TestClient
}

/** Each page that stops a sign-in leads on, and its way ends at the application. */
const test = shared.extend<Fixtures>({
  known: async ({ store, application }, use) => {
    const redirectUris = [`${application.origin}/callback`]
    const websiteUrl = `${application.origin}/start`
    await use(await aClient(store, { pkceRequired: false, redirectUris, websiteUrl }))
  },
})

test('a finished sign-in leads to the website of the application', async ({
  page,
  user,
  known,
  application,
}) => {
  await begin(page, known)
  await signIn(page, user)
  await answerAt(page, application)
  await page.goBack()
  await page.locator('#to-application').click()
  await expect(page).toHaveURL(`${application.origin}/start`)
})

test('a link that the application made wrong leads to its website', async ({
  page,
  known,
  application,
}) => {
  await begin(page, known, { redirect_uri: 'https://elsewhere.example/callback' })
  await page.locator('#to-application').click()
  await expect(page).toHaveURL(`${application.origin}/start`)
})

test('a sign-in that another one replaced goes on there', async ({
  page,
  context,
  user,
  client,
  application,
}) => {
  await begin(page, client, { state: 'first' })
  await context.clearCookies()
  const other = await context.newPage()
  await begin(other, client, { state: 'second' })
  await page.reload()
  await page.locator('#way-continue-there').click()
  await signIn(page, user)
  expect(await answerAt(page, application)).toMatchObject({ state: 'second' })
})

test('an account that is turned off makes way for another one', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client)
  await signIn(page, await aUser(store, { enabled: false }))
  await expect(page.locator('#page-turned-off')).toBeVisible()
  await page.locator('#other-account').click()
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('an address without a page leads to the own account @no-scripts', async ({ page }) => {
  await page.goto('/no-such-page')
  await page.locator('#home-link').click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

test('too many tries lead back to the sign-in, where somebody else may go on @scripts', async ({
  page,
  application,
}) => {
  const server = await startServer({ RATE_LIMITER_ENABLED: 'true' })
  try {
    const { tired, other, client } = await withStore(server.databaseUrl, async (store) => ({
      tired: await aUser(store),
      other: await aUser(store),
      client: await aClient(store, {
        pkceRequired: false,
        redirectUris: [`${application.origin}/callback`],
      }),
    }))
    await page.goto(server.baseUrl + authorizePath(client))
    const form = { ceremonyId: interactionOf(page), email: tired.email, password: 'Not-the-one-1' }
    for (let attempt = 1; attempt <= 10; attempt++) {
      await page.request.post(`${server.baseUrl}/auth/pwd`, { form, maxRedirects: 0 })
    }
    await signIn(page, tired)
    await page.locator('#way-sign-in').click()
    await signIn(page, other)
    expect((await answerAt(page, application)).code).toBeTruthy()
  } finally {
    await server.remove()
  }
})
