import { type Browser, browser, type Visit } from '#tests/support/browser.ts'
import type { fileDatabase } from '#tests/support/file-database.ts'
import { approval, basicHeader, requestToken } from '#tests/support/oauth.ts'
import { aPublicClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import type { FormFields, TestServer } from '#tests/support/server.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** What a device gets when it asks for codes. */
export interface Codes {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly expires_in: number
  readonly interval: number
}

/** A public client without a redirect URI that may use devices. */
export function aDeviceClient(app: TestServer): Promise<TestClient> {
  return aPublicClient(app.store, {
    deviceGrantEnabled: true,
    authorizationCodeEnabled: false,
    redirectUris: [],
  })
}

type Database = Awaited<ReturnType<typeof fileDatabase>>['client']

/** A user and a client of devices, on a server with no other addition on, whose limits are unused and no device waits. */
export async function newDevices(
  app: TestServer,
  database: Database,
): Promise<{ readonly user: TestUser; readonly client: TestClient }> {
  await app.changeSettings({ ...everythingOff, deviceGrantEnabled: true })
  await database.rateLimit.deleteMany()
  await database.deviceAuthorization.deleteMany()
  return { user: await aUser(app.store), client: await aDeviceClient(app) }
}

/** Asks for codes, as the client does. */
export function askForCodes(
  app: TestServer,
  client: TestClient,
  fields: FormFields = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const list = Array.isArray(fields) ? fields : Object.entries(fields)
  const own: Record<string, string> =
    client.secret === '' ? {} : { authorization: basicHeader(client) }
  const named = client.secret === '' ? [['client_id', client.clientIdentifier]] : []
  return app.post('/auth/device_authorization', [...named, ...list] as [string, string][], {
    headers: { ...own, ...headers },
  })
}

/** Codes for scopes. */
export async function codesFor(
  app: TestServer,
  client: TestClient,
  scope = 'openid profile',
  more: Record<string, string> = {},
): Promise<Codes> {
  const response = await askForCodes(app, client, { scope, ...more })
  const body = await response.json()
  if (response.status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** The answer to a poll. */
export function poll(
  app: TestServer,
  client: TestClient,
  { device_code }: Pick<Codes, 'device_code'>,
  more: Record<string, string> = {},
) {
  return requestToken(app, client, { grant_type: deviceGrant, device_code, ...more })
}

/** The error of a poll; 'tokens' for none. */
export async function pollError(
  app: TestServer,
  client: TestClient,
  codes: Pick<Codes, 'device_code'>,
): Promise<string> {
  return (await poll(app, client, codes)).body.error ?? 'tokens'
}

/** Enters a code in a browser, and signs in where that is asked: ends at the page that connects the device. */
export async function enter(
  person: Browser,
  user: TestUser,
  { user_code }: Pick<Codes, 'user_code'>,
): Promise<Visit> {
  await person.visit('/device')
  const entered = await person.submit({ user_code })
  if (entered.view?.page !== 'sign-in') return entered
  return person.submit({ email: user.email, password: user.password })
}

/** Connects a device with every scope that it asks for. */
export async function connect(
  app: TestServer,
  user: TestUser,
  codes: Codes,
  person = browser(app),
): Promise<Browser> {
  const asked = await enter(person, user, codes)
  const done = await person.submit(approval(asked))
  if (done.view?.page !== 'device-done' || !done.view.isConnected) {
    throw new Error(`Not connected: ${JSON.stringify(done.view)}`)
  }
  return person
}
