import { type Browser, browser } from '#tests/support/browser.ts'
import { redeem, type SignedIn, signIn, type TokenAnswer } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'

type Request = Readonly<Record<string, string | undefined>>
type ClientChanges = Parameters<typeof aClient>[1]

/** The server as the certification suite requires it: without rate limits. */
export function certifiedServer(): Promise<TestServer> {
  return server({ env: { RATE_LIMITER_ENABLED: 'false' } })
}

/** The client that the certification suite requires: confidential, code and implicit flow, no PKCE. */
export function certifiedClient(app: TestServer, changes: ClientChanges = {}): Promise<TestClient> {
  return aClient(app.store, { implicitGrantEnabled: true, pkceRequired: false, ...changes })
}

/** A user with every profile field and a picture, without a second factor. */
export async function certifiedUser(app: TestServer): Promise<TestUser> {
  const user = await aUser(app.store, {
    username: `u${Math.random()}`,
    givenName: 'Grace',
    middleName: 'Brewster',
    familyName: 'Hopper',
    nickname: 'Amazing Grace',
    website: 'https://grace.example',
    gender: 'female',
    birthDate: '1906-12-09',
    zoneInfo: 'America/New_York',
    locale: 'en-US',
    addressLine1: '1 Navy Way',
    addressLocality: 'Arlington',
    addressRegion: 'Virginia',
    addressPostalCode: '22202',
    addressCountry: 'US',
    phoneNumber: '2025550100',
    phoneNumberCountryCallingCode: '+1',
    phoneNumberVerified: true,
  })
  await app.runtime.database.prisma.userProfilePicture.create({
    data: { userId: user.id, image: Buffer.from('x'), contentType: 'image/png' },
  })
  return user
}

/** Takes a user to the client's redirect URI, without PKCE unless the request has it. */
export function arrive(
  app: TestServer,
  client: TestClient,
  user: TestUser,
  request: Request = {},
  person: Browser = browser(app),
): Promise<SignedIn> {
  const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined }
  return signIn(app, client, user, { request: { ...withoutPkce, ...request }, browser: person })
}

export function tokensFor(
  app: TestServer,
  client: TestClient,
  signedIn: SignedIn,
): Promise<TokenAnswer> {
  return redeem(app, client, signedIn, { code_verifier: undefined })
}

export async function userinfo(
  app: TestServer,
  accessToken: string | undefined,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; claims: Record<string, unknown> }> {
  const headers = { ...init.headers, authorization: `Bearer ${accessToken}` }
  const response = await app.fetch('/userinfo', { ...init, headers })
  return { status: response.status, headers: response.headers, claims: await response.json() }
}
