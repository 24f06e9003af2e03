import { expect, type Page } from '@playwright/test'
import { authorizePath } from '#tests/support/oauth.ts'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { test as shared } from './fixtures.ts'
import { answerAt, begin, interactionOf } from './journey.ts'
import { signIn } from './people.ts'
import type { RelyingParty } from './relying-party.ts'

interface Fixtures {
  /** A client whose website is known. */
  readonly known: TestClient
  /** A server that limits tries. */
  readonly limited: StartedServer
  readonly outbox: Outbox
}

interface Sent {
  readonly user: TestUser
  readonly client: TestClient
}

/** Each page that stops a sign-in leads on, and its way ends at the application. */
const test = shared.extend<Fixtures>({
  known: async ({ store, application }, use) => {
    const redirectUris = [`${application.origin}/callback`]
    const websiteUrl = `${application.origin}/start`
    await use(await aClient(store, { pkceRequired: false, redirectUris, websiteUrl }))
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
  limited: async ({}, use) => {
    const server = await startServer({ RATE_LIMITER_ENABLED: 'true' })
    await use(server)
    await server.remove()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
  outbox: async ({}, use) => {
    const outbox = await openOutbox()
    await use(outbox)
    await outbox.close()
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

test('an application that waits for approval is named, and signs in once it is approved', async ({
  page,
  user,
  store,
  application,
}) => {
  const waiting = await aClient(store, {
    enabled: false,
    createdViaDcr: true,
    pkceRequired: false,
    displayName: 'Route helper',
    showDisplayName: true,
    redirectUris: [`${application.origin}/callback`],
  })
  const registration = { clientId: waiting.id, kind: 'dynamic', createdAt: new Date() }
  await store.clientRegistrations.insert({ ...registration, approval: 'pending' })
  await begin(page, waiting)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This app is waiting for approval',
  )
  await expect(page.locator('#page-auth-error')).toContainText('Route helper')
  await expect(page.locator('#home-link')).toBeVisible()
  await store.clients.update(waiting.id, { enabled: true })
  await store.clientRegistrations.change(waiting.id, { approval: 'approved' })
  await page.reload()
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('an address without a page leads to the own account @no-scripts', async ({ page }) => {
  await page.goto('/no-such-page')
  await page.locator('#home-link').click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

/** Sends wrong passwords until the page says that they are too many. */
async function tryTooOften(page: Page, server: StartedServer, sent: Sent): Promise<void> {
  const { client, user } = sent
  await page.goto(server.baseUrl + authorizePath(client))
  const form = { ceremonyId: interactionOf(page), email: user.email, password: 'Not-the-one-1' }
  for (let attempt = 1; attempt <= 10; attempt++) {
    await page.request.post(`${server.baseUrl}/auth/pwd`, { form, maxRedirects: 0 })
  }
  await signIn(page, user)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Too many tries')
}

/** A person and an application of the server with limits. */
function sentTo(server: StartedServer, { origin }: RelyingParty): Promise<Sent> {
  return withStore(server.databaseUrl, async (store) => ({
    user: await aUser(store),
    client: await aClient(store, { pkceRequired: false, redirectUris: [`${origin}/callback`] }),
  }))
}

test('too many tries lead back to the sign-in, where somebody else may go on', async ({
  page,
  application,
  limited,
}) => {
  const sent = await sentTo(limited, application)
  await tryTooOften(page, limited, sent)
  await page.locator('#way-sign-in').click()
  await signIn(page, (await sentTo(limited, application)).user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('after too many tries a new password opens the account, and the sign-in ends at the application', async ({
  page,
  application,
  limited,
  outbox,
}) => {
  const sent = await sentTo(limited, application)
  const { host: smtpHost, port: smtpPort } = outbox
  await withStore(limited.databaseUrl, (store) =>
    store.settings.update({
      smtpEnabled: true,
      smtpHost,
      smtpPort,
      smtpFromName: 'Example',
      smtpFromEmail: 'noreply@example.org',
    }),
  )
  await tryTooOften(page, limited, sent)
  await page.locator('#way-reset-password').click()
  await expect(page.locator('#email')).toHaveValue(sent.user.email)
  await page.locator('#self-service-submit').click()
  await expect(page.locator('#link-sent')).toBeVisible()
  await page.goto(/https?:\/\/\S+/.exec((await outbox.next()).text)?.[0] ?? '')
  const password = 'Violet-harbour-42!'
  await page.locator('#password').fill(password)
  await page.locator('#self-service-submit').click()
  await page.locator('#sign-in-link').click()
  await signIn(page, { ...sent.user, password })
  expect((await answerAt(page, application)).code).toBeTruthy()
})
