import { beforeAll, describe, expect, it } from 'vitest'
import { contextFor } from '#lib/http/context.ts'
import { epochSeconds } from '#lib/kernel/clock.ts'
import { authenticate, TokenRefusal } from '#lib/protocol/access-token.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { clientToken, userToken } from './issued-tokens.ts'

const tested = await server()
const { store } = tested

let client: TestClient
let user: TestUser

beforeAll(async () => {
  client = await aClient(store)
  user = await aUser(store)
})

const context = () => contextFor(new Request(baseUrl), 'test')

async function refusalOf(token: string): Promise<string> {
  const refusal = await authenticate(await context(), token).then(
    () => null,
    (error: unknown) => error,
  )
  if (refusal instanceof TokenRefusal) return refusal.reason
  throw new Error('The token was accepted.', { cause: refusal })
}

describe('a token of a user', () => {
  it('gives the user, the client, the session and the scopes', async () => {
    const scope = 'openid authserver:manage-account'
    const { token, session, grant } = await userToken(tested, { user, client, scope })
    const caller = await authenticate(await context(), token)
    expect(caller).toMatchObject({
      kind: 'user',
      user: { id: user.id },
      client: { id: client.id },
      session: { id: session?.id },
      scopes: ['openid', 'authserver:manage-account'],
    })
    expect(caller.claims).toEqual({
      subject: user.subject,
      clientIdentifier: client.clientIdentifier,
      scopes: ['openid', 'authserver:manage-account'],
      audiences: ['authserver'],
      authTimeSeconds: epochSeconds(tested.clock.now()),
      sessionIdentifier: session?.sessionIdentifier,
      grantIdentifier: grant.grantIdentifier,
      authStateGeneration: 0,
    })
  })

  it('gives every audience, whether one or several', async () => {
    const { token } = await userToken(tested, { user, client, claims: { aud: ['a', 'b'] } })
    expect((await authenticate(await context(), token)).claims.audiences).toEqual(['a', 'b'])
  })

  it('is of use while its client is disabled', async () => {
    const disabled = await aClient(store, { enabled: false })
    const { token } = await userToken(tested, { user, client: disabled })
    expect((await authenticate(await context(), token)).kind).toBe('user')
  })

  it('stays tied to the client that it was issued to, whatever that is called', async () => {
    const renamed = await aClient(store)
    const { clientIdentifier } = renamed
    const { token } = await userToken(tested, { user, client: renamed })
    await store.clients.update(renamed.id, { clientIdentifier: 'called-otherwise' })
    expect(await authenticate(await context(), token)).toMatchObject({
      client: { id: renamed.id, clientIdentifier: 'called-otherwise' },
    })
    await aClient(store, { clientIdentifier })
    expect(await authenticate(await context(), token)).toMatchObject({ client: { id: renamed.id } })
  })

  it('without a session counts an absent generation as the first', async () => {
    const claims = { auth_state_generation: undefined }
    const { token } = await userToken(tested, { user, client, session: null, claims })
    expect((await authenticate(await context(), token)).kind).toBe('user')
    const older = await aUser(store, { authStateGeneration: 1 })
    const stale = await userToken(tested, { user: older, client, session: null, claims })
    expect(await refusalOf(stale.token)).toBe('terminated')
  })

  it('is of use after the issuer setting changed', async () => {
    const { token } = await userToken(tested, { user, client })
    await tested.changeSettings({ issuer: 'https://elsewhere.example' })
    const caller = await authenticate(await context(), token)
    await tested.changeSettings({ issuer: baseUrl })
    expect(caller.kind).toBe('user')
  })

  it('is admitted by the endpoint before anything of the user is looked at', async () => {
    const disabled = await aUser(store, { enabled: false })
    const { token } = await userToken(tested, { user: disabled, client, scope: 'email' })
    const refusal = new Error('the scope is not enough')
    const answer = authenticate(await context(), token, ({ scopes }) => {
      if (!scopes.includes('openid')) throw refusal
    })
    await expect(answer).rejects.toBe(refusal)
  })

  it.each([
    ['an empty sid', { sid: '' }],
    ['a sid that is no text', { sid: 7 }],
    ['an auth_time that is no number', { auth_time: 'now' }],
    ['a scope that is no text', { scope: ['openid'] }],
    ['a generation with a fraction', { auth_state_generation: 0.5 }],
  ])('is invalid with %s', async (_, claims) => {
    const { token } = await userToken(tested, { user, client, claims })
    expect(await refusalOf(token)).toBe('invalid')
  })

  it('is of no use without a grant', async () => {
    const { token } = await userToken(tested, { user, client, claims: { grant_id: undefined } })
    expect(await refusalOf(token)).toBe('terminated')
  })
})

describe("a client's own token", () => {
  it('gives the client as the token names it, and its scopes', async () => {
    const token = await clientToken(tested, client, 'authserver:manage')
    const { claims: _, ...caller } = await authenticate(await context(), token)
    expect(caller).toEqual({
      kind: 'client',
      clientIdentifier: client.clientIdentifier,
      scopes: ['authserver:manage'],
    })
  })

  it('never stands for a user, even when its subject is one', async () => {
    const namesake = await aClient(store, { clientIdentifier: user.subject })
    const token = await clientToken(tested, namesake, 'authserver:manage-account')
    const caller = await authenticate(await context(), token)
    expect(caller).toMatchObject({ kind: 'client', clientIdentifier: user.subject })
    expect(caller).not.toHaveProperty('user')
  })

  it.each([
    ['disabled', (id: number) => store.clients.update(id, { enabled: false })],
    ['renamed', (id: number) => store.clients.update(id, { clientIdentifier: 'another-name' })],
    ['deleted', (id: number) => store.clients.remove(id)],
  ])('lives to its end when the client is %s', async (_, change) => {
    const leaving = await aClient(store)
    const { clientIdentifier } = leaving
    const token = await clientToken(tested, leaving, 'authserver:manage')
    await change(leaving.id)
    const caller = await authenticate(await context(), token)
    expect(caller).toMatchObject({ kind: 'client', clientIdentifier })
  })
})
