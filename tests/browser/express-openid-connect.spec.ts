import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { aClient, aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'
import { type RelyingParty, startRelyingParty } from './relying-party.ts'

/** As much of Express and of the library as the application uses. */
type Express = () => RequestListener & {
  use(middleware: unknown): void
  get(path: string, handler: (req: Visit, res: { send(text: string): void }) => void): void
}
interface Visit {
  readonly oidc: { readonly user: Readonly<Record<string, unknown>> }
}
type Auth = (settings: object) => unknown

const load = createRequire(import.meta.url)
const express: Express = load('express')
const { auth }: { auth: Auth } = load('express-openid-connect')

let handle: RequestListener = (_, res) => res.writeHead(503).end()
let application: RelyingParty

test.beforeEach(async () => {
  application = await startRelyingParty((req, res) => handle(req, res))
})
test.afterEach(() => application.close())

/** The application of the library's documentation; the sign-outs that it was told of, by `sid` and `sub`, are in memory. */
function startApplication(issuer: string, baseURL: string, clientID: string, clientSecret: string) {
  const signedOut = new Map<string, unknown>()
  const app = express()
  app.use(
    auth({
      issuerBaseURL: issuer,
      baseURL,
      clientID,
      clientSecret,
      secret: 'a long secret of this application alone',
      authorizationParams: { response_type: 'code', scope: 'openid profile' },
      idpLogout: true,
      backchannelLogout: {
        store: {
          get: async (key: string) => signedOut.get(key),
          set: async (key: string, value: unknown) => void signedOut.set(key, value),
          destroy: async (key: string) => void signedOut.delete(key),
        },
      },
    }),
  )
  app.get('/', ({ oidc }, res) => res.send(`<h1>Hello ${String(oidc.user.given_name)}</h1>`))
  handle = app
  return signedOut
}

test('an Express application learns of the sign-out elsewhere by the back channel, and signs in again', async ({
  page,
  serverUrl,
  store,
}) => {
  const { origin } = application
  const user = await aUser(store, { givenName: 'Zoë' })
  const { clientIdentifier, secret } = await aClient(store, {
    redirectUris: [`${origin}/callback`, origin],
    backchannelLogoutUri: `${origin}/backchannel-logout`,
  })
  const signedOut = startApplication(serverUrl, origin, clientIdentifier, secret)

  await page.goto(origin)
  await signIn(page, user)
  await expect(page.locator('h1')).toHaveText('Hello Zoë')
  // The application has a session of its own: it does not ask the server.
  await page.goto(origin)
  await expect(page.locator('h1')).toHaveText('Hello Zoë')
  expect(signedOut.size).toBe(0)

  await page.goto(`${serverUrl}/auth/logout`)
  await page.locator('#logout-confirm').click()
  const ofUser = `${serverUrl}|${user.subject}`
  await expect.poll(() => [signedOut.size, signedOut.has(ofUser)]).toEqual([2, true])
  await page.goto(origin)
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await signIn(page, user)
  await expect(page.locator('h1')).toHaveText('Hello Zoë')
})
