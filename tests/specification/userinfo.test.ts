import { beforeAll, describe, expect, it } from 'vitest'
import { redeem, refresh, requestToken, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToClient,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'

/*
 * The specification's tables of UserInfo, with tokens that the server issued.
 * tests/protocol/userinfo-refusals.test.ts tests malformed requests.
 */

const tested = await server()
const { store, fetch, clock } = tested
const { prisma: database } = tested.runtime.database

let client: TestClient
let user: TestUser

beforeAll(async () => {
  client = await aClient(store, {
    resourceOwnerPasswordCredentialsEnabled: true,
    tokenExpirationInSeconds: 7 * 24 * 3600,
  })
  user = await aUser(store, { nickname: 'Countess' })
})

interface Tokens {
  readonly access: string
  readonly refresh: string
  readonly id: string
}

/** Tokens from a sign-in in the browser. */
async function byCode(of: TestUser = user, scope = 'openid profile'): Promise<Tokens> {
  const signedIn = await signIn(tested, client, of, { request: { scope } })
  const { body } = await redeem(tested, client, signedIn)
  return tokensOf(body)
}

/** Tokens from the password grant, without a session. */
async function byPassword(of: TestUser = user): Promise<Tokens> {
  const { body } = await requestToken(tested, client, {
    grant_type: 'password',
    username: of.email,
    password: of.password,
    scope: 'openid profile',
  })
  return tokensOf(body)
}

function tokensOf(body: {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly id_token?: string
  readonly error_description?: string
}): Tokens {
  const { access_token: access, refresh_token = '', id_token: id = '' } = body
  if (!access) throw new Error(`No tokens were issued: ${body.error_description}`)
  return { access, refresh: refresh_token, id }
}

async function ask(token: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch('/userinfo', { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: await response.json() }
}

function invalidToken(description: string) {
  return { status: 401, body: { error: 'invalid_token', error_description: description } }
}

const invalid = invalidToken('The access token is invalid.')
const terminated = invalidToken('Session has been terminated')
const expired = invalidToken('Session has expired')
const insufficient = {
  status: 403,
  body: { error: 'insufficient_scope', error_description: 'Insufficient scope.' },
}

describe('an access token is of use', () => {
  it('from the authorization code grant', async () => {
    const { access } = await byCode()
    expect(await ask(access)).toMatchObject({
      status: 200,
      body: { sub: user.subject, nickname: 'Countess' },
    })
  })

  it('from the password grant', async () => {
    const { access } = await byPassword()
    expect(await ask(access)).toMatchObject({ status: 200, body: { sub: user.subject } })
  })

  it('from a refresh', async () => {
    const { body } = await refresh(tested, client, (await byPassword()).refresh)
    expect(await ask(tokensOf(body).access)).toMatchObject({
      status: 200,
      body: { sub: user.subject },
    })
  })

  it('after the sign-out, when its grant is an offline one', async () => {
    const signedIn = await signIn(tested, client, user, {
      request: { scope: 'openid offline_access' },
    })
    const { body } = await redeem(tested, client, signedIn)
    await signedIn.browser.post('/auth/logout', {})
    const renewed = await refresh(tested, client, tokensOf(body).refresh)
    expect((await ask(tokensOf(renewed.body).access)).status).toBe(200)
  })
})

describe('other tokens of the server are refused:', () => {
  it('an ID token', async () => {
    expect(await ask((await byPassword()).id)).toEqual(invalid)
  })

  it('a refresh token', async () => {
    expect(await ask((await byPassword()).refresh)).toEqual(invalid)
  })

  it('a client-credentials token', async () => {
    await grantToClient(store, client, 'authserver:manage-account')
    const { body } = await requestToken(tested, client, { grant_type: 'client_credentials' })
    expect(await ask(tokensOf(body).access)).toEqual(insufficient)
  })

  it('one without openid', async () => {
    const { access } = await byCode(user, 'profile')
    expect(await ask(access)).toEqual(insufficient)
  })
})

describe('"Session has been terminated" is answered', () => {
  it('when the user signed out', async () => {
    const signedIn = await signIn(tested, client, user)
    const { access } = tokensOf((await redeem(tested, client, signedIn)).body)
    await signedIn.browser.post('/auth/logout', {})
    expect(await ask(access)).toEqual(terminated)
  })

  it.each([
    ['session', byCode],
    ['password-grant', byPassword],
  ] as const)('when the user of a %s token is disabled', async (_, issue) => {
    const leaving = await aUser(store)
    const { access } = await issue(leaving)
    await database.user.update({ where: { id: leaving.id }, data: { enabled: false } })
    expect(await ask(access)).toEqual(terminated)
  })

  it.each([
    ['session', byCode],
    ['password-grant', byPassword],
  ] as const)('when the user of a %s token is deleted', async (_, issue) => {
    const leaving = await aUser(store)
    const { access } = await issue(leaving)
    await database.user.delete({ where: { id: leaving.id } })
    expect(await ask(access)).toEqual(terminated)
  })

  it('when credentials changed since a password-grant token was issued', async () => {
    const changing = await aUser(store)
    const { access } = await byPassword(changing)
    const authStateGeneration = { increment: 1 }
    await database.user.update({ where: { id: changing.id }, data: { authStateGeneration } })
    expect(await ask(access)).toEqual(terminated)
  })

  it('when the code of the token was presented again', async () => {
    const signedIn = await signIn(tested, client, user)
    const { access } = tokensOf((await redeem(tested, client, signedIn)).body)
    expect((await ask(access)).status).toBe(200)
    expect((await redeem(tested, client, signedIn)).status).toBe(400)
    expect(await ask(access)).toEqual(terminated)
  })

  it('when a rotated refresh token was presented again', async () => {
    const first = await byPassword()
    const second = tokensOf((await refresh(tested, client, first.refresh)).body)
    expect((await ask(second.access)).status).toBe(200)
    expect((await refresh(tested, client, first.refresh)).status).toBe(400)
    expect(await ask(first.access)).toEqual(terminated)
    expect(await ask(second.access)).toEqual(terminated)
  })
})

describe('"Session has expired" is answered', () => {
  it.each([
    ['idle timeout', 7200],
    ['maximum lifetime', 86_400],
  ])('when the %s was passed', async (_, seconds) => {
    const { access } = await byCode()
    clock.set(new Date(testStart.getTime() + (seconds + 1) * 1000))
    const answer = await ask(access)
    clock.set(testStart)
    expect(answer).toEqual(expired)
  })

  it('never for a token without a session', async () => {
    const { access } = await byPassword()
    clock.set(new Date(testStart.getTime() + 86_401_000))
    const answer = await ask(access)
    clock.set(testStart)
    expect(answer.status).toBe(200)
  })
})

it('"The access token is invalid." is answered once the token has expired', async () => {
  const { access } = await byPassword()
  clock.set(new Date(testStart.getTime() + 7 * 24 * 3600 * 1000))
  const answer = await ask(access)
  clock.set(testStart)
  expect(answer).toEqual(invalid)
})
