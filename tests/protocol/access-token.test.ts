import { beforeAll, describe, expect, it } from 'vitest'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { contextFor } from '#lib/http/context.ts'
import { authenticateCaller, authenticateUser, TokenRefusal } from '#lib/protocol/access-token.ts'
import {
  aClient,
  aUser,
  grantToClient,
  type TestClient,
  type TestUser,
  unique,
} from '#tests/support/people.ts'
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
const bearer = (token: string) => ({ token, proving: null })

async function refusalOf(token: string): Promise<string> {
  const refusal = await authenticateUser(await context(), bearer(token)).then(
    () => null,
    (error: unknown) => error,
  )
  if (refusal instanceof TokenRefusal) return refusal.reason
  throw new Error('The token was accepted.', { cause: refusal })
}

async function refusalAtApis(token: string): Promise<string> {
  const answer = authenticateCaller(await context(), bearer(token), () => {})
  const refusal = await answer.then(
    () => null,
    (error: unknown) => error,
  )
  if (refusal instanceof TokenRefusal) return refusal.reason
  throw new Error('The token was accepted.', { cause: refusal })
}

async function revoke({ id }: TestClient, scope: string): Promise<void> {
  const [resource = '', permission = ''] = scope.split(':')
  const ids = await store.permissions.idsOf(resource, [permission])
  await store.permissionGrants.remove({ kind: 'client', id }, ids)
}

describe('a token of a user', () => {
  it('gives the user, the client, the session and the scopes', async () => {
    const scope = 'openid authserver:manage-account'
    const { token, session } = await userToken(tested, { user, client, scope })
    const caller = await authenticateUser(await context(), bearer(token))
    expect(caller).toMatchObject({
      kind: 'user',
      user: { id: user.id },
      client: { id: client.id },
      session: { id: session?.id },
      scopes: ['openid', 'authserver:manage-account'],
    })
  })

  it('shows the endpoint what it says, and every audience, whether one or several', async () => {
    const scope = 'openid authserver:manage-account'
    const claims = { aud: ['a', 'b'] }
    const { token, session, grant } = await userToken(tested, { user, client, scope, claims })
    let shown: unknown
    await authenticateUser(await context(), bearer(token), (said) => {
      shown = said
    })
    expect(shown).toEqual({
      subject: user.subject,
      clientIdentifier: client.clientIdentifier,
      clientRecord: null,
      issuedAtSeconds: epochSeconds(tested.clock.now()),
      scopes: ['openid', 'authserver:manage-account'],
      audiences: ['a', 'b'],
      authTimeSeconds: epochSeconds(tested.clock.now()),
      sessionIdentifier: session?.sessionIdentifier,
      grantIdentifier: grant.grantIdentifier,
      authStateGeneration: 0,
      jkt: '',
    })
  })

  it('is of use at UserInfo while its client is disabled, and at no API', async () => {
    const disabled = await aClient(store, { enabled: false })
    const { token } = await userToken(tested, { user, client: disabled })
    expect((await authenticateUser(await context(), bearer(token))).kind).toBe('user')
    expect(await refusalAtApis(token)).toBe('invalid')
  })

  it('stays tied to the client that it was issued to, whatever that is called', async () => {
    const renamed = await aClient(store)
    const { clientIdentifier } = renamed
    const { token } = await userToken(tested, { user, client: renamed })
    await store.clients.update(renamed.id, { clientIdentifier: 'called-otherwise' })
    expect(await authenticateUser(await context(), bearer(token))).toMatchObject({
      client: { id: renamed.id, clientIdentifier: 'called-otherwise' },
    })
    await aClient(store, { clientIdentifier })
    expect(await authenticateUser(await context(), bearer(token))).toMatchObject({
      client: { id: renamed.id },
    })
  })

  it('without a session counts an absent generation as the first', async () => {
    const claims = { auth_state_generation: undefined }
    const { token } = await userToken(tested, { user, client, session: null, claims })
    expect((await authenticateUser(await context(), bearer(token))).kind).toBe('user')
    const older = await aUser(store, { authStateGeneration: 1 })
    const stale = await userToken(tested, { user: older, client, session: null, claims })
    expect(await refusalOf(stale.token)).toBe('terminated')
  })

  it('is of use after the issuer setting changed', async () => {
    const { token } = await userToken(tested, { user, client })
    await tested.changeSettings({ issuer: 'https://elsewhere.example' })
    const caller = await authenticateUser(await context(), bearer(token))
    await tested.changeSettings({ issuer: baseUrl })
    expect(caller.kind).toBe('user')
  })

  it('is admitted by the endpoint before anything of the user is looked at', async () => {
    const disabled = await aUser(store, { enabled: false })
    const { token } = await userToken(tested, { user: disabled, client, scope: 'email' })
    const refusal = new Error('the scope is not enough')
    const answer = authenticateUser(await context(), bearer(token), ({ scopes }) => {
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
  const scopes = ['authserver:manage-users', 'authserver:manage']

  const itsToken = async (leaving: TestClient, claims = {}) => {
    await grantToClient(store, leaving, ...scopes)
    return clientToken(tested, leaving, scopes.join(' '), claims)
  }
  const caller = async (token: string) =>
    authenticateCaller(await context(), bearer(token), () => {})

  it('gives the client and those of its scopes that it still holds', async () => {
    const own = await aClient(store)
    const token = await itsToken(own)
    expect(await caller(token)).toMatchObject({ kind: 'client', client: { id: own.id }, scopes })
    await revoke(own, 'authserver:manage')
    expect((await caller(token)).scopes).toEqual(['authserver:manage-users'])
    await revoke(own, 'authserver:manage-users')
    expect((await caller(token)).scopes).toEqual([])
  })

  it('keeps the scopes of other resources: their own APIs judge them', async () => {
    const own = await aClient(store)
    const token = await clientToken(tested, own, 'authserver:manage orders:read authserverish:x')
    expect((await caller(token)).scopes).toEqual(['orders:read', 'authserverish:x'])
  })

  it('never stands for a user, even when its subject is one', async () => {
    const namesake = await aClient(store, { clientIdentifier: user.subject })
    const token = await itsToken(namesake)
    expect(await caller(token)).not.toHaveProperty('user')
    expect(await refusalOf(token)).toBe('invalid')
  })

  it.each([
    ['is disabled', (id: number) => store.clients.update(id, { enabled: false })],
    ['is made public', (id: number) => store.clients.makePublic(id)],
    [
      'has its flow switched off',
      (id: number) => store.clients.update(id, { clientCredentialsEnabled: false }),
    ],
    ['is deleted', (id: number) => store.clients.remove(id)],
  ])('is invalid once the client %s', async (_, change) => {
    const leaving = await aClient(store)
    const token = await itsToken(leaving)
    expect((await caller(token)).kind).toBe('client')
    await change(leaving.id)
    expect(await refusalAtApis(token)).toBe('invalid')
  })

  it('stays with its client when that is renamed, and is not taken for another one of that name', async () => {
    const renamed = await aClient(store)
    const { clientIdentifier } = renamed
    const token = await itsToken(renamed)
    await store.clients.update(renamed.id, { clientIdentifier: unique('renamed') })
    await grantToClient(store, await aClient(store, { clientIdentifier }), ...scopes)
    expect(await caller(token)).toMatchObject({ client: { id: renamed.id } })
    await store.clients.remove(renamed.id)
    expect(await refusalAtApis(token)).toBe('invalid')
  })

  describe('of an earlier release, which names no record,', () => {
    const unnamed = (iat: number) => ({ client_record: undefined, iat, nbf: undefined })
    const secondsOf = ({ createdAt }: TestClient) => epochSeconds(createdAt)

    it('counts for the client that has the identifier and was there when it was issued', async () => {
      const own = await aClient(store)
      const token = await itsToken(own, unnamed(secondsOf(own)))
      expect(await caller(token)).toMatchObject({ client: { id: own.id }, scopes })
    })

    it.each([
      ['made later', -1],
      ['made much later', -86_400],
    ])('is invalid for one that was %s', async (_, seconds) => {
      const own = await aClient(store)
      expect(await refusalAtApis(await itsToken(own, unnamed(secondsOf(own) + seconds)))).toBe(
        'invalid',
      )
    })

    it('is invalid where nothing says when it was issued, and where nobody has the identifier', async () => {
      const own = await aClient(store)
      const untimed = { client_record: undefined, iat: undefined }
      const token = await itsToken(own, unnamed(secondsOf(own)))
      expect((await caller(token)).kind).toBe('client')
      const ofNoTime = await clientToken(tested, own, 'authserver:manage', untimed)
      expect(await refusalAtApis(ofNoTime)).toBe('invalid')
      await store.clients.update(own.id, { clientIdentifier: unique('gone') })
      expect(await refusalAtApis(token)).toBe('invalid')
    })
  })

  it.each([['1'], [1.5], [null]])('is invalid where its record is %j', async (client_record) => {
    const token = await clientToken(tested, client, 'authserver:manage', { client_record })
    expect(await refusalAtApis(token)).toBe('invalid')
  })
})
