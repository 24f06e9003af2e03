import { beforeEach, describe, expect, test } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { makeClientPublic } from '#lib/domain/clients/client-secret.ts'
import { withdrawConsent } from '#lib/domain/clients/consents.ts'
import { removeUserWithAll } from '#lib/domain/retention/removal.ts'
import { revokeAuthState } from '#lib/domain/retention/revocation.ts'
import { endSessionWithAll, findSession } from '#lib/domain/sessions/user-sessions.ts'
import { setEnabled } from '#lib/domain/users/users.ts'
import { browser } from '#tests/support/browser.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditDetails } from '#tests/support/granted.ts'
import { approval, readJwt, redeem, requestToken, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aResource,
  grantToUser,
  type TestClient,
  type TestUser,
  unique,
} from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import {
  aDeviceClient,
  type Codes,
  codesFor,
  connect,
  enter,
  newDevices,
  poll,
  pollError,
} from './device-fixture.ts'
import { clientEndpoint, userinfoStatus } from './fixture.ts'

const app = await server()
const { client: database } = await fileDatabase()
let user: TestUser
let client: TestClient

beforeEach(async () => {
  ;({ user, client } = await newDevices(app, database))
})

const ctx = async () => ({
  ...(await testContext()).ctx,
  now: app.clock.now(),
  store: app.store,
  settings: await app.changeSettings({}),
})
const refresh = (refresh_token = '') =>
  requestToken(app, client, { grant_type: 'refresh_token', refresh_token })
const claimsOf = (token = '') => readJwt(token).payload
async function tokensOf(scope = 'openid profile') {
  const codes = await codesFor(app, client, scope)
  const person = await connect(app, user, codes)
  const { status, body } = await poll(app, client, codes)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...body, codes, person }
}

describe('an approved device gets tokens', () => {
  test('as for a code with offline access, without a session', async () => {
    const tokens = await tokensOf()
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'openid profile' })
    const [id, access, again] = [tokens.id_token, tokens.access_token, tokens.refresh_token]
    expect(claimsOf(id)).toMatchObject({ aud: client.clientIdentifier, sub: user.subject })
    for (const token of [id, access, again]) expect(claimsOf(token)).not.toHaveProperty('sid')
    expect(claimsOf(id)).not.toHaveProperty('nonce')
    expect(claimsOf(again)).toHaveProperty('offline_access_max_lifetime')
    const [grant] = await database.grant.findMany({ where: { clientId: client.id } })
    expect([grant?.grantType, grant?.sessionIdentifier]).toEqual(['device_code', ''])
    expect(await userinfoStatus(app, access ?? '')).toBe(200)
  })

  test('that live on when the browser signs out', async () => {
    const { person, access_token: access = '', refresh_token } = await tokensOf()
    await person.visit('/auth/logout')
    await person.submit({})
    expect(await userinfoStatus(app, access)).toBe(200)
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  test('once, also of two polls at a time', async () => {
    const codes = await codesFor(app, client)
    await connect(app, user, codes)
    const answers = await Promise.all([1, 2, 3].map(() => pollError(app, client, codes)))
    expect(answers.filter((answer) => answer === 'tokens')).toHaveLength(1)
    app.clock.advance(60)
    const late = await poll(app, client, codes)
    expect([late.body.error, late.body.error_description]).toEqual([
      'invalid_grant',
      'The device code is invalid.',
    ])
  })

  test('and the log of the installation says so', async () => {
    await tokensOf()
    const about = { clientId: client.id, userId: user.id }
    const [approved] = await auditDetails(database, 'device_authorization_approved', about)
    expect(approved).toMatchObject({ scope: 'openid profile', deviceIp: '127.0.0.1' })
    expect(await auditDetails(database, 'token_issued_device_code_response', about)).toHaveLength(1)
  })

  test('of the resources that it asked for', async () => {
    await app.changeSettings({ resourceIndicatorsEnabled: true })
    const identifier = unique('tasks')
    const { id: resourceId } = await aResource(app.store, identifier, ['read'])
    const uri = `https://${identifier}.example/`
    await database.resourceIndicator.create({ data: { resourceId, uri, uriKey: uri } })
    await grantToUser(app.store, user, `${identifier}:read`)
    const scope = `openid ${identifier}:read`
    const codes = await codesFor(app, client, scope, { resource: uri })
    await connect(app, user, codes)
    const foreign = await poll(app, client, codes, { resource: 'http://localhost:3000' })
    expect(foreign.body.error).toBe('invalid_target')
    app.clock.advance(6)
    const { body } = await poll(app, client, codes)
    expect(claimsOf(body.access_token)).toMatchObject({ aud: uri, scope: `${identifier}:read` })
  })

  test('of what was ticked alone', async () => {
    const codes = await codesFor(app, client, 'openid profile email')
    const person = browser(app)
    await enter(person, user, codes)
    await person.submit([
      ['consent0', 'on'],
      ['consent2', 'on'],
      ['btnSubmit', 'submit'],
    ])
    expect((await poll(app, client, codes)).body.scope).toBe('openid email')
  })

  test('for managing the account', async () => {
    await grantToUser(app.store, user, 'authserver:manage-account')
    const tokens = await tokensOf('openid authserver:manage-account')
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await app.fetch('/api/v1/account/profile', { headers })).status).toBe(200)
  })

  test('that are told and revoked like any others', async () => {
    await app.changeSettings({ tokenIntrospectionEnabled: true, tokenRevocationEnabled: true })
    client = await aClient(app.store, { deviceGrantEnabled: true })
    const { refresh_token: token = '', access_token: access = '' } = await tokensOf()
    const ask = clientEndpoint(app, '/auth/introspect')
    for (const one of [token, access]) {
      expect(await (await ask(client, { token: one })).json()).toMatchObject({ active: true })
    }
    await clientEndpoint(app, '/auth/revoke')(client, { token })
    for (const one of [token, access]) {
      expect(await (await ask(client, { token: one })).json()).toEqual({ active: false })
    }
  })
})

describe('until then it is told', () => {
  test('that the user has not answered', async () => {
    const codes = await codesFor(app, client)
    const { status, body } = await poll(app, client, codes)
    expect([status, body.error]).toEqual([400, 'authorization_pending'])
  })

  test('to slow down, but a rhythm of about five seconds is in time', async () => {
    const codes = await codesFor(app, client)
    const answers: string[] = []
    for (const wait of [0, 5, 4.4, 3]) {
      app.clock.advance(wait)
      answers.push(await pollError(app, client, codes))
    }
    const pending = 'authorization_pending'
    expect(answers).toEqual([pending, pending, pending, 'slow_down'])
  })

  test('and gets through in any fixed rhythm', async () => {
    const codes = await codesFor(app, client)
    const answers: string[] = []
    for (let second = 0; second <= 60; second++) {
      if (second === 20) await connect(app, user, codes)
      answers.push(await pollError(app, client, codes))
      app.clock.advance(1)
    }
    expect(answers).toContain('tokens')
  })

  test('that the user turned it down, and then that the code is invalid', async () => {
    const codes = await codesFor(app, client)
    const person = browser(app)
    await enter(person, user, codes)
    const done = await person.submit({ btnCancel: 'cancel' })
    expect(done.view).toMatchObject({ page: 'device-done', isConnected: false })
    expect(await pollError(app, client, codes)).toBe('access_denied')
    app.clock.advance(60)
    expect(await pollError(app, client, codes)).toBe('invalid_grant')
    const about = { clientId: client.id, userId: user.id }
    expect(await auditDetails(database, 'device_authorization_denied', about)).toHaveLength(1)
  })

  test('that its time is over', async () => {
    const codes = await codesFor(app, client)
    app.clock.advance(600)
    expect(await pollError(app, client, codes)).toBe('expired_token')
  })

  test('and one that was connected in the last moment has two minutes', async () => {
    const late = async (seconds: number) => {
      const codes = await codesFor(app, client)
      app.clock.advance(599)
      await connect(app, user, codes)
      app.clock.advance(seconds)
      return pollError(app, client, codes)
    }
    expect(await late(11)).toBe('tokens')
    expect(await late(126)).toBe('expired_token')
  })
})

describe('a code is refused', () => {
  const invalid = ['invalid_grant', 'The device code is invalid.']
  const refusalOf = async (of: TestClient, codes: { device_code: string }) => {
    const { body } = await poll(app, of, codes)
    return [body.error, body.error_description]
  }

  test('that is unknown, another client’s, or missing', async () => {
    const codes = await codesFor(app, client)
    await connect(app, user, codes)
    expect(await refusalOf(client, { device_code: 'x' })).toEqual(invalid)
    expect(await refusalOf(await aDeviceClient(app), codes)).toEqual(invalid)
    expect((await refusalOf(client, { device_code: '' }))[0]).toBe('invalid_request')
    expect(await pollError(app, client, codes)).toBe('tokens')
  })

  test('of a client that may not use devices any more', async () => {
    const codes = await codesFor(app, client)
    await connect(app, user, codes)
    await app.store.clients.update(client.id, { deviceGrantEnabled: false })
    expect(await pollError(app, client, codes)).toBe('unauthorized_client')
    await app.store.clients.update(client.id, { enabled: false })
    expect(await pollError(app, client, codes)).toBe('invalid_client')
  })
})

test('`offline_access` that an administrator has removed from the client since is left out of the tokens', async () => {
  const codes = await codesFor(app, client, 'openid offline_access')
  await connect(app, user, codes)
  await app.store.clients.update(client.id, { allowedScopes: 'openid' })
  const { status, body } = await poll(app, client, codes)
  expect([status, body.scope]).toEqual([200, 'openid'])
  expect((await refresh(body.refresh_token)).status).toBe(200)
})

describe('an approval does not count any more', () => {
  type Change = (codes: Codes) => Promise<unknown>
  const change = { reason: 'password_reset', loggedInUser: '' } as const
  const sessionNow = async () => {
    const [session] = await sessionsOf(app.store, user.id)
    return findSession(await ctx(), session?.sessionIdentifier ?? '')
  }
  const changes: Record<string, Change> = {
    'the account was disabled': async () =>
      adminTransaction(await ctx(), (tx) => setEnabled(tx, user.id, false, '')),
    'the account was deleted': async () => removeUserWithAll(await ctx(), user.id, ''),
    'the password changed': async () =>
      adminTransaction(await ctx(), (tx) => revokeAuthState(tx, user, change)),
    'its session was ended': async () => endSessionWithAll(await ctx(), await sessionNow(), ''),
    'the consent was withdrawn': async () => {
      const consent = await app.store.consents.find(user.id, client.id)
      const entry = { event: 'deleted_user_consent', loggedInUser: '' } as const
      if (!consent) throw new Error('There is no consent.')
      await adminTransaction(await ctx(), (tx) => withdrawConsent(tx, consent, entry))
    },
    'the client may not request the scope': () =>
      app.store.clients.update(client.id, { allowedScopes: 'openid' }),
  }

  test.each(Object.keys(changes))('after %s', async (name) => {
    const codes = await codesFor(app, client)
    await connect(app, user, codes)
    await changes[name]?.(codes)
    expect(await pollError(app, client, codes)).toBe('access_denied')
    app.clock.advance(60)
    expect(await pollError(app, client, codes)).toBe('invalid_grant')
    expect(await database.refreshToken.count({ where: { clientId: client.id } })).toBe(0)
  })

  test('after its browser signed out', async () => {
    const codes = await codesFor(app, client)
    const person = await connect(app, user, codes)
    await person.visit('/auth/logout')
    await person.submit({})
    expect(await pollError(app, client, codes)).toBe('access_denied')
  })

  test('after the last application of its browser signed out by its ID token', async () => {
    const application = await aClient(app.store)
    const first = await signIn(app, application, user)
    const { body } = await redeem(app, application, first)
    const codes = await codesFor(app, client)
    await connect(app, user, codes, first.browser)
    await first.browser.visit(`/auth/logout?id_token_hint=${body.id_token}`)
    expect(await pollError(app, client, codes)).toBe('access_denied')
  })

  test('after its client became public, because the device could collect without the secret', async () => {
    const confidential = await aClient(app.store, { deviceGrantEnabled: true })
    const codes = await codesFor(app, confidential)
    await connect(app, user, codes)
    await adminTransaction(await ctx(), (tx) => makeClientPublic(tx, confidential.id, ''))
    expect(await pollError(app, { ...confidential, secret: '' }, codes)).toBe('access_denied')
  })

  test('after a permission was taken', async () => {
    const identifier = unique('lost')
    await aResource(app.store, identifier, ['read'])
    await grantToUser(app.store, user, `${identifier}:read`)
    const codes = await codesFor(app, client, `openid ${identifier}:read`)
    await connect(app, user, codes)
    await database.userPermission.deleteMany({ where: { userId: user.id } })
    expect(await pollError(app, client, codes)).toBe('access_denied')
  })

  test('but another session may end', async () => {
    const codes = await codesFor(app, client)
    const other = browser(app)
    await enter(other, user, await codesFor(app, client))
    const [first] = await sessionsOf(app.store, user.id)
    await connect(app, user, codes)
    if (first)
      await endSessionWithAll(
        await ctx(),
        await findSession(await ctx(), first.sessionIdentifier),
        '',
      )
    expect(await pollError(app, client, codes)).toBe('tokens')
  })
})

describe('a refresh', () => {
  test('rotates the token, under the name of its grant', async () => {
    const { refresh_token } = await tokensOf()
    const { status, body } = await refresh(refresh_token)
    expect([status, body.scope]).toEqual([200, 'openid profile'])
    expect(await refresh(body.refresh_token)).toMatchObject({ status: 200 })
    const about = { clientId: client.id, flow: 'device_code' }
    expect(await auditDetails(database, 'token_issued_refresh_token_response', about)).toHaveLength(
      2,
    )
  })

  test('needs the consent that the device was given', async () => {
    const { refresh_token } = await tokensOf()
    await app.store.consents.save(user.id, client.id, 'openid', app.clock.now())
    const { body } = await refresh(refresh_token)
    expect([body.error, body.error_description]).toEqual([
      'invalid_grant',
      expect.stringContaining("'profile'"),
    ])
  })

  test.each([
    ['for the client', () => app.store.clients.update(client.id, { deviceGrantEnabled: false })],
    ['everywhere', () => app.changeSettings({ deviceGrantEnabled: false })],
  ] as const)('is refused while devices are off %s', async (_, off) => {
    const { refresh_token } = await tokensOf()
    await app.store.clients.update(client.id, { authorizationCodeEnabled: true })
    await off()
    expect((await refresh(refresh_token)).body.error).toBe('unauthorized_client')
    await app.changeSettings({ deviceGrantEnabled: true })
    await app.store.clients.update(client.id, { deviceGrantEnabled: true })
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  test('works for a user with a second factor', async () => {
    const { refresh_token } = await tokensOf()
    await app.store.users.change(user.id, { otpEnabled: true })
    expect((await refresh(refresh_token)).status).toBe(200)
  })
})

test('rows are removed an hour after their end', async () => {
  await database.deviceAuthorization.deleteMany()
  await codesFor(app, client)
  const removed = (seconds: number) =>
    app.store.deviceAuthorizations.removeExpired(
      new Date(app.clock.now().getTime() + (seconds - 3_600) * 1_000),
      1_000,
    )
  expect(await removed(600 + 3_599)).toBe(0)
  expect(await removed(600 + 3_601)).toBe(1)
})

test('an approval is sealed in the database', async () => {
  const codes = await codesFor(app, client)
  const person = browser(app)
  await person.submit(approval(await enter(person, user, codes)))
  const row = await database.deviceAuthorization.findFirst({ where: { clientId: client.id } })
  const text = Buffer.from(row?.approvedEncrypted ?? '').toString('latin1')
  expect([text.length > 0, text.includes('openid')]).toEqual([true, false])
})
