import { describe, expect, test, vi } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { adminTransaction } from '#lib/context.ts'
import { longLivedSteps, runStep } from '#lib/domain/retention/retention.ts'
import { revokeAuthState } from '#lib/domain/retention/revocation.ts'
import { terminateSession } from '#lib/domain/sessions/session-end.ts'
import { allAtOnce } from '#tests/support/at-once.ts'
import { testContext } from '#tests/support/context.ts'
import { failingConfiguration } from '#tests/support/failing-configuration.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import {
  readJwt,
  redeem,
  refresh,
  requestToken,
  responseOf,
  signIn,
  type TokenAnswer,
} from '#tests/support/oauth.ts'
import { aClient, aPublicClient, aResource, aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { testStart } from '#tests/support/settings.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, enter, interactionOf, reasonOf } from './authorize/fixture.ts'
import { aCode, audited, type IssuedCode, tokensOf, userinfoStatus } from './token/world.ts'

/*
 * Known mistakes of such servers, each with the required behaviour. Mistakes that other test files cover are
 * not repeated.
 */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { ctx } = await testContext()
const { store } = app
const { prisma: database } = app.runtime.database
await aResource(store, 'billing', ['manage', 'read'])
const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })

const codeIsInvalid = { error: 'invalid_grant', error_description: 'Code is invalid.' }
const outage = new Error('the database is away')

const liveTokens = (userId: number) =>
  database.refreshToken.count({ where: { userId, revoked: false } })

describe('of those who found a code or token unspent at the same time, one wins,', () => {
  const racers = 4

  test('and the losers of a redemption take nothing from the winner', async () => {
    const user = await aUser(store)
    const issued = await aCode(app, client, user, { scope: 'openid' })
    const answers = await allAtOnce(store.codes, 'findByHash', racers, () =>
      redeem(app, client, issued),
    )
    const [won, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    for (const { status, body } of answers) if (status !== 200) expect(body).toEqual(codeIsInvalid)
    expect(await userinfoStatus(app, won?.body.access_token ?? '')).toBe(200)
    expect((await refresh(app, client, won?.body.refresh_token ?? '')).status).toBe(200)
    expect(await sessionsOf(store, user.id)).toHaveLength(1)
    const reuses = await audited(app, 'auth_code_reuse_detected')
    expect(reuses.filter(({ codeId }) => codeId === issued.row.id)).toEqual([])
  })

  test('and the losers of a refresh take nothing from the winner', async () => {
    const user = await aUser(store)
    const { refresh_token } = await tokensOf(app, client, user)
    const answers = await allAtOnce(store.refreshTokens, 'findByJti', racers, () =>
      refresh(app, client, refresh_token),
    )
    const [won, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    expect((await refresh(app, client, won?.body.refresh_token ?? '')).status).toBe(200)
    const replays = await audited(app, 'refresh_token_replay_detected')
    expect(replays.filter(({ userId }) => userId === user.id)).toEqual([])
  })
})

describe('a replay that cannot be dealt with is a failure, not a refusal:', () => {
  const failOnce = () => vi.spyOn(store, 'adminTransaction').mockRejectedValueOnce(outage)

  test('of a code', async () => {
    const issued = await aCode(app, client, await aUser(store))
    const { body } = await redeem(app, client, issued)
    failOnce()
    const failed = await redeem(app, client, issued)
    expect([failed.status, failed.body.error]).toEqual([500, 'server_error'])
    expect(await userinfoStatus(app, body.access_token ?? '')).toBe(200)
    expect((await redeem(app, client, issued)).body).toEqual(codeIsInvalid)
    expect(await userinfoStatus(app, body.access_token ?? '')).toBe(401)
  })

  test('of a refresh token', async () => {
    const { refresh_token } = await tokensOf(app, client, await aUser(store))
    const { body } = await refresh(app, client, refresh_token)
    failOnce()
    expect((await refresh(app, client, refresh_token)).status).toBe(500)
    expect(await userinfoStatus(app, body.access_token ?? '')).toBe(200)
    expect((await refresh(app, client, refresh_token)).status).toBe(400)
    expect(await userinfoStatus(app, body.access_token ?? '')).toBe(401)
  })
})

test('a failure while signing spends neither code nor refresh token', async () => {
  const issued = await aCode(app, client, await aUser(store))
  let failing = failingConfiguration(store, 'publicKeys', outage)
  expect((await redeem(app, client, issued)).status).toBe(500)
  failing.mockRestore()
  const { status, body } = await redeem(app, client, issued)
  expect(status).toBe(200)
  failing = failingConfiguration(store, 'publicKeys', outage)
  expect((await refresh(app, client, body.refresh_token ?? '')).status).toBe(500)
  failing.mockRestore()
  expect((await refresh(app, client, body.refresh_token ?? '')).status).toBe(200)
})

describe('what happens between the checks and the issue is seen:', () => {
  /** Runs work right after the endpoint has read the rows it checks, for one request. */
  function afterItsFactsAreRead(of: 'redemption' | 'refresh', happens: () => Promise<unknown>) {
    const { codes, refreshTokens } = store
    const { findByHash } = codes
    const { findByJti } = refreshTokens
    const after = async <T>(found: T) => {
      await happens()
      return found
    }
    if (of === 'redemption') {
      vi.spyOn(codes, 'findByHash').mockImplementationOnce((hash) => findByHash(hash).then(after))
    } else {
      vi.spyOn(refreshTokens, 'findByJti').mockImplementationOnce((jti) =>
        findByJti(jti).then(after),
      )
    }
  }

  type Change = (
    user: Parameters<typeof revokeAuthState>[1],
    issued: IssuedCode,
  ) => Promise<unknown>
  const changes: [string, Change][] = [
    [
      'changed credentials',
      (user) =>
        adminTransaction(ctx, (tx) =>
          revokeAuthState(tx, user, { reason: 'password_reset', loggedInUser: '' }),
        ),
    ],
    [
      'a terminated session',
      (_, { session }) =>
        adminTransaction(ctx, async (tx) => {
          if (!session) throw new Error('There is no session.')
          await terminateSession(tx, session, { loggedInUser: '', reason: 'session_terminated' })
        }),
    ],
    [
      'a disabled user',
      (user) => database.user.update({ where: { id: user.id }, data: { enabled: false } }),
    ],
  ]

  describe.each(['openid', 'openid offline_access'])('with scope %s,', (scope) => {
    test.each(changes)('%s leaves no token behind a redemption', async (_, change) => {
      const user = await aUser(store)
      const issued = await aCode(app, client, user, { scope })
      afterItsFactsAreRead('redemption', () => change(user, issued))
      expect((await redeem(app, client, issued)).body.error).toBe('invalid_grant')
      expect(await liveTokens(user.id)).toBe(0)
    })

    test.each(changes)('%s leaves no token that works behind a refresh', async (_, change) => {
      const user = await aUser(store)
      await store.consents.save(user.id, client.id, scope, app.clock.now())
      const issued = await aCode(app, client, user, { scope })
      const { body } = await redeem(app, client, issued)
      afterItsFactsAreRead('refresh', () => change(user, issued))
      const answer = await refresh(app, client, body.refresh_token ?? '')
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
      expect(await userinfoStatus(app, body.access_token ?? '')).toBe(401)
      expect(await database.refreshToken.count({ where: { userId: user.id } })).toBe(1)
    })
  })

  test('a sign-out leaves no token behind a redemption or a refresh of its session', async () => {
    const user = await aUser(store)
    const first = await aCode(app, client, user)
    const { body } = await redeem(app, client, first)
    afterItsFactsAreRead('refresh', () => store.sessions.remove(first.session?.id ?? 0))
    expect((await refresh(app, client, body.refresh_token ?? '')).body.error).toBe('invalid_grant')
    expect(await database.refreshToken.count({ where: { userId: user.id } })).toBe(1)
    const second = await aCode(app, client, user)
    afterItsFactsAreRead('redemption', () => store.sessions.remove(second.session?.id ?? 0))
    expect((await redeem(app, client, second)).body).toEqual(codeIsInvalid)
    expect(await database.refreshToken.count({ where: { userId: user.id } })).toBe(1)
  })

  test('a session that vanished costs an offline refresh nothing', async () => {
    const user = await aUser(store)
    await store.consents.save(user.id, client.id, 'openid offline_access', app.clock.now())
    const issued = await aCode(app, client, user, { scope: 'openid offline_access' })
    const { body } = await redeem(app, client, issued)
    afterItsFactsAreRead('refresh', () => store.sessions.remove(issued.session?.id ?? 0))
    expect((await refresh(app, client, body.refresh_token ?? '')).status).toBe(200)
  })
})

test('after an own password change the kept session goes on, older grants do not', async () => {
  const user = await aUser(store)
  const kept = await aCode(app, client, user)
  const mine = (await redeem(app, client, kept)).body
  const other = await tokensOf(app, client, user)
  const offline = await tokensOf(app, client, user, { scope: 'openid offline_access' })
  await adminTransaction(ctx, (tx) =>
    revokeAuthState(
      tx,
      user,
      { reason: 'password_change', loggedInUser: user.subject },
      kept.session,
    ),
  )
  expect(await userinfoStatus(app, mine.access_token ?? '')).toBe(200)
  const child = (await refresh(app, client, mine.refresh_token ?? '')).body
  expect(await userinfoStatus(app, child.access_token ?? '')).toBe(200)
  expect((await refresh(app, client, child.refresh_token ?? '')).status).toBe(200)
  for (const { access_token, refresh_token } of [other, offline]) {
    expect(await userinfoStatus(app, access_token)).toBe(401)
    expect((await refresh(app, client, refresh_token)).body.error).toBe('invalid_grant')
  }
})

describe('tokens of the password grant, which have no code', () => {
  const ask = (user: { email: string; password: string }, scope?: string) =>
    requestToken(app, client, {
      grant_type: 'password',
      username: user.email,
      password: user.password,
      scope,
    })

  test('keep the time of the sign-in however often they are refreshed', async () => {
    const user = await aUser(store)
    let answer = await ask(user)
    const { auth_time } = readJwt(answer.body.id_token ?? '').payload
    for (let i = 0; i < 3; i++) {
      app.clock.advance(100)
      answer = await refresh(app, client, answer.body.refresh_token ?? '')
      for (const token of [answer.body.id_token, answer.body.access_token]) {
        expect(readJwt(token ?? '').payload.auth_time).toBe(auth_time)
      }
    }
    app.clock.set(testStart)
  })

  test('do not keep spent codes of others from being removed', async () => {
    const user = await aUser(store)
    await ask(user)
    const { code } = await aStoredGrant(store, user, client)
    await database.refreshToken.deleteMany({ where: { codeId: code.id } })
    const step = longLivedSteps.find(({ name }) => name === 'codes')
    const settings = await store.settings.find()
    if (!step || !settings) throw new Error('There is no such step.')
    const now = addSeconds(testStart, 301)
    await runStep(step, { store, limits: app.runtime.limits, settings, now })
    expect(await store.codes.findByHash(code.codeHash)).toBeNull()
  })

  test.each(['user', 'client'] as const)(
    'do not keep their %s from being deleted',
    async (kind) => {
      const user = await aUser(store)
      const own = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
      const form = { grant_type: 'password', username: user.email, password: user.password }
      const { body } = await requestToken(app, own, form)
      await tokensOf(app, own, user)
      if (kind === 'user') await database.user.delete({ where: { id: user.id } })
      else await database.client.delete({ where: { id: own.id } })
      expect(await liveTokens(user.id)).toBe(0)
      expect(await userinfoStatus(app, body.access_token ?? '')).toBe(401)
      const again = await refresh(app, own, body.refresh_token ?? '')
      expect(again.body.error).toBe(kind === 'user' ? 'invalid_grant' : 'invalid_client')
    },
  )
})

describe("another user's session in the browser", () => {
  const mandatory = 'urn:authserver:level2_mandatory'

  test('does not spare the second factor of whoever signs in next', async () => {
    const strict = await aClient(store, { defaultAcrLevel: mandatory })
    const strong = await aUserWithOtp(app)
    const { person } = await enter(app, strict, strong)
    expect(
      responseOf(await person.submit({ otp: codeAt(app, strong.otpSecret) }))?.code,
    ).toBeDefined()
    const weak = await aUser(store)
    await begin(person, strict, { prompt: 'login' })
    const page = await person.submit({ email: weak.email, password: weak.password })
    expect(page.view?.page).toBe('otp-enrollment')
  })

  test.each(['code', 'id_token token'])(
    'lends neither sid nor level to tokens (%s)',
    async (type) => {
      const open = await aClient(store, { implicitGrantEnabled: true, pkceRequired: false })
      const strict = await aClient(store, { defaultAcrLevel: mandatory })
      const strong = await aUserWithOtp(app)
      const { person } = await enter(app, strict, strong)
      await person.submit({ otp: codeAt(app, strong.otpSecret) })
      const [former] = await sessionsOf(store, strong.id)
      const weak = await aUser(store)
      await begin(person, open, { prompt: 'login', response_type: type, nonce: 'n' })
      const last = await person.submit({ email: weak.email, password: weak.password })
      const { code = '', access_token: implicit } = responseOf(last) ?? {}
      const token =
        implicit ??
        (await redeem(app, open, { code, verifier: '' }, { code_verifier: undefined })).body
          .access_token
      const { payload } = readJwt(token ?? '')
      expect(payload).toMatchObject({
        sub: weak.subject,
        acr: 'urn:authserver:level1',
        amr: ['pwd'],
      })
      expect(payload.sid).not.toBe(former?.sessionIdentifier)
      expect(await userinfoStatus(app, token ?? '')).toBe(200)
    },
  )
})

test('the sid that clients know does not sign a browser on', async () => {
  const signedIn = await signIn(app, client, await aUser(store))
  const { body } = await redeem(app, client, signedIn)
  const thief = visitor(app)
  thief.cookies.set('authserver-session', String(readJwt(body.id_token ?? '').payload.sid))
  expect((await begin(thief, client)).view?.page).toBe('sign-in')
  expect(responseOf(await begin(thief, client, { prompt: 'none' }))?.error).toBe('login_required')
})

test('a declined sign-in cannot be taken up again', async () => {
  const asking = await aClient(store, { consentRequired: true })
  const { person, last } = await enter(app, asking, await aUser(store))
  expect(responseOf(await person.submit({ btnCancel: 'cancel' }))?.error).toBe('access_denied')
  for (const path of ['/auth/consent', '/auth/pwd', '/auth/issue', '/auth/completed']) {
    const again = await person.visit(`${path}?ceremony=${interactionOf(last)}`)
    expect([again.status, reasonOf(again)]).toEqual([400, 'finished'])
  }
  const approval = { ceremonyId: interactionOf(last), consent0: 'on', btnSubmit: 'submit' }
  expect(reasonOf(await person.post('/auth/consent', approval))).toBe('finished')
})

test('a one-time code in the query is not read', async () => {
  const strict = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
  const user = await aUserWithOtp(app)
  const { person, last } = await enter(app, strict, user)
  const otp = codeAt(app, user.otpSecret)
  const answer = await person.post(`/auth/otp?otp=${otp}`, { ceremonyId: interactionOf(last) })
  expect(errorOf(answer)).toBe('handler.otp.code_required')
  expect(responseOf(await person.submit({ otp }))?.code).toBeDefined()
})

describe('scopes separated by tabs and line breaks', () => {
  const messy = '\topenid\n email \t email'

  test('go all the way through a sign-in and a refresh', async () => {
    const signedIn = await signIn(app, client, await aUser(store), { request: { scope: messy } })
    const { body } = await redeem(app, client, signedIn)
    expect(body.scope).toBe('openid email')
    const narrowed = await refresh(app, client, body.refresh_token ?? '', { scope: '\temail\n' })
    expect(narrowed.body.scope).toBe('email')
  })

  test('and through the password grant', async () => {
    const user = await aUser(store)
    const form = { grant_type: 'password', username: user.email, password: user.password }
    const { body } = await requestToken(app, client, { ...form, scope: messy })
    expect(body.scope).toBe('openid email')
    expect((await refresh(app, client, body.refresh_token ?? '')).body.scope).toBe('openid email')
  })
})

test('a permission of one resource is not that of the same name of another', async () => {
  const allowed = await aClient(store, {
    administrativeScopesAllowed: true,
    resourceOwnerPasswordCredentialsEnabled: true,
  })
  const user = await aUser(store)
  await grantToUser(store, user, 'billing:manage')
  const scope = 'openid authserver:manage billing:manage'
  const { body } = await redeem(
    app,
    allowed,
    await signIn(app, allowed, user, { request: { scope } }),
  )
  expect(body.scope).toBe('openid billing:manage')
  const form = { grant_type: 'password', username: user.email, password: user.password }
  const denied = await requestToken(app, allowed, { ...form, scope })
  expect(denied.body.error).toBe('invalid_scope')
})

describe('what could not be read does not count as absent:', () => {
  const failed = ({ status, body }: TokenAnswer) => [status, body.error]

  test('the permissions of a client', async () => {
    const failing = failingConfiguration(store, 'clientPermissions', outage)
    const answer = await requestToken(app, client, { grant_type: 'client_credentials' })
    failing.mockRestore()
    expect(failed(answer)).toEqual([500, 'server_error'])
  })

  test('the permissions of a user, at a refresh', async () => {
    const user = await aUser(store)
    await grantToUser(store, user, 'billing:read')
    const { refresh_token } = await tokensOf(app, client, user, { scope: 'billing:read' })
    vi.spyOn(store.permissions, 'heldByUser').mockRejectedValueOnce(outage)
    expect(failed(await refresh(app, client, refresh_token))).toEqual([500, 'server_error'])
    expect((await refresh(app, client, refresh_token)).status).toBe(200)
  })

  test('a refresh token with its session', async () => {
    const { refresh_token } = await tokensOf(app, client, await aUser(store))
    vi.spyOn(store.refreshTokens, 'findByJti').mockRejectedValueOnce(outage)
    expect(failed(await refresh(app, client, refresh_token))).toEqual([500, 'server_error'])
    expect((await refresh(app, client, refresh_token)).status).toBe(200)
  })

  test('the session of a browser', async () => {
    const { person } = await enter(app, client, await aUser(store))
    vi.spyOn(store.sessions, 'findWithUser').mockRejectedValueOnce(outage)
    const silent = await begin(person, client, { prompt: 'none' })
    expect([silent.status, silent.location]).toEqual([500, null])
    expect(responseOf(await begin(person, client, { prompt: 'none' }))?.code).toBeDefined()
  })
})

describe('forms from other sites', () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  test.each(['/auth/pwd', '/auth/otp', '/auth/consent', '/auth/logout'])(
    'are refused at %s, with a slash at the end too',
    async (path) => {
      for (const address of [path, `${path}/`]) {
        const answer = await app.post(address, { ceremonyId: 'x' }, { headers: foreign })
        expect(answer.status).toBe(403)
      }
    },
  )

  test('with Origin null are refused; without any origin they are no browser’s', async () => {
    const sent = async (headers: Record<string, string>) =>
      (await app.post('/auth/pwd', {}, { headers })).status
    expect(await sent({ origin: 'null' })).toBe(403)
    expect(await sent({ origin: 'http://localhost:3000' })).not.toBe(403)
    expect(await sent({})).not.toBe(403)
  })

  test('our own are sent with their origin: the referrer policy is not no-referrer', async () => {
    for (const path of ['/auth/logout', '/auth/pwd', '/auth/authorize']) {
      expect((await app.fetch(path)).headers.get('referrer-policy')).toBe('same-origin')
    }
  })
})

test('an emitted redirect URI is the text that was registered, not what a parser makes of it', async () => {
  const uri = 'HTTPS://Client.Example:443/a/../b?x=%7e;y&&z'
  const native = await aPublicClient(store, { redirectUris: [uri] })
  const pkce =
    'code_challenge=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&code_challenge_method=S256'
  const query = `client_id=${native.clientIdentifier}&redirect_uri=${encodeURIComponent(uri)}`
  const path = `/auth/authorize?${query}&response_type=code&scope=openid&prompt=none&${pkce}`
  const location = (await app.fetch(path)).headers.get('location') ?? ''
  expect(location.startsWith(`${uri}&error=login_required`)).toBe(true)
})
