import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { revokeAuthState } from '#lib/domain/retention/revocation.ts'
import { testContext } from '#tests/support/context.ts'
import { auditEntries } from '#tests/support/granted.ts'
import {
  readJwt,
  redeem,
  refresh,
  requestToken,
  responseOf,
  type TokenAnswer,
} from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToClient,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, enter, interactionOf } from './authorize/fixture.ts'
import { aCode, type IssuedCode, tokensOf } from './token/world.ts'

const app = await server()
const { ctx } = await testContext()
const { store, runtime } = app
const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })

/** Secrets that must never appear in the audit log. */
const secrets = new Set<string>(['Battery-staple-7', 'a-wrong-password', client.secret])
const seen = new Set<string>()

type Entries = [event: string, details: Record<string, unknown>][]

/** The audit entries that work writes, in order. */
async function writtenBy(work: () => Promise<unknown>): Promise<Entries> {
  const before = await runtime.database.prisma.auditLog.count()
  await work()
  const added = (await auditEntries(runtime.database.prisma)).slice(before)
  for (const { event } of added) seen.add(event)
  return added.map(({ event, details }) => [event, details])
}

function keep(answer: TokenAnswer): TokenAnswer {
  const { access_token = '', refresh_token = '', id_token = '' } = answer.body
  for (const token of [access_token, refresh_token, id_token]) if (token) secrets.add(token)
  return answer
}

const spend = async (issued: Pick<IssuedCode, 'code' | 'verifier'>, by: TestClient = client) => {
  secrets.add(issued.code).add(issued.verifier)
  return keep(await redeem(app, by, issued))
}

async function signedIn(user: TestUser, at: TestClient = client) {
  const { person, last } = await enter(app, at, user)
  for (const value of person.cookies.values()) secrets.add(value)
  secrets.add(responseOf(last)?.code ?? '')
  const [session] = await sessionsOf(store, user.id)
  if (!session) throw new Error('Nobody is signed in.')
  return { person, session }
}

const jtiOf = (token: string | undefined) => readJwt(token ?? '').payload.jti
const ids = (user: { id: number }, at: { id: number } = client) => ({
  userId: user.id,
  clientId: at.id,
})

describe('a sign-in', () => {
  test('with a password', async () => {
    const user = await aUser(store)
    const entries = await writtenBy(() => signedIn(user))
    expect(entries).toEqual([
      ['auth_success_pwd', { userId: user.id }],
      ['started_new_user_session', { ...ids(user), authMethods: 'pwd' }],
      ['created_auth_code', { ...ids(user), codeId: expect.any(Number) }],
    ])
  })

  test('with a wrong password, or by nobody we know', async () => {
    const user = await aUser(store)
    for (const email of [user.email, 'nobody@example.org']) {
      const person = visitor(app)
      await begin(person, client)
      const typed = { email: ` ${email.toUpperCase()}`, password: 'a-wrong-password' }
      expect(await writtenBy(() => person.submit(typed))).toEqual([['auth_failed_pwd', { email }]])
    }
  })

  test('of a disabled user', async () => {
    const user = await aUser(store, { enabled: false })
    expect(await writtenBy(() => enter(app, client, user))).toEqual([
      ['user_disabled', { userId: user.id }],
    ])
  })

  test('with a second factor: accepted, wrong, replayed', async () => {
    const strict = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
    const user = await aUserWithOtp(app)
    const otp = codeAt(app, user.otpSecret)
    secrets.add(user.otpSecret)
    const { person } = await enter(app, strict, user)
    const wrong = otp === '000000' ? '000001' : '000000'
    expect(await writtenBy(() => person.submit({ otp: wrong }))).toEqual([
      ['auth_failed_otp', { userId: user.id }],
    ])
    const accepted = await writtenBy(() => person.submit({ otp }))
    expect(accepted[0]).toEqual(['auth_success_otp', { userId: user.id }])
    const { person: again } = await enter(app, strict, user)
    const step = Math.floor(app.clock.now().getTime() / 30_000)
    expect(await writtenBy(() => again.submit({ otp }))).toEqual([
      ['otp_code_replay_detected', { userId: user.id, step }],
      ['auth_failed_otp', { userId: user.id }],
    ])
  })

  test('by somebody else in the same browser', async () => {
    const [ada, bob] = [await aUser(store), await aUser(store)]
    const { person, session } = await signedIn(ada)
    await begin(person, client, { prompt: 'login' })
    const entries = await writtenBy(() =>
      person.submit({ email: bob.email, password: bob.password }),
    )
    expect(entries).toEqual([
      ['auth_success_pwd', { userId: bob.id }],
      [
        'cross_user_session_replaced',
        {
          ...ids(bob),
          previousUserId: ada.id,
          previousSessionIdentifier: session.sessionIdentifier,
        },
      ],
      ['deleted_user_session', { userSessionId: session.id, loggedInUser: '' }],
      [
        'terminated_user_session',
        {
          userId: ada.id,
          userSessionId: session.id,
          sessionIdentifier: session.sessionIdentifier,
          loggedInUser: '',
          revokedCodeCount: 1,
          revokedRefreshTokenJtis: [],
        },
      ],
      ['started_new_user_session', { ...ids(bob), authMethods: 'pwd' }],
      ['created_auth_code', { ...ids(bob), codeId: expect.any(Number) }],
    ])
  })

  test('that uses the session of another client', async () => {
    const user = await aUser(store)
    const { person } = await signedIn(user)
    const other = await aClient(store)
    expect(await writtenBy(() => begin(person, other))).toEqual([
      ['bumped_user_session', ids(user, other)],
      ['created_auth_code', { ...ids(user, other), codeId: expect.any(Number) }],
    ])
  })

  test('whose consent is stored', async () => {
    const user = await aUser(store)
    const { person } = await enter(app, client, user, { request: { prompt: 'consent' } })
    const [first] = await writtenBy(() => person.submit({ consent0: 'on', btnSubmit: 'submit' }))
    const consent = await store.consents.find(user.id, client.id)
    expect(first).toEqual(['saved_consent', { ...ids(user), consentId: consent?.id }])
  })

  test('whose form another browser sends', async () => {
    const page = await begin(visitor(app), client)
    const stranger = visitor(app)
    await begin(stranger, client)
    const fields = { ceremonyId: interactionOf(page), email: 'a@example.org', password: 'x' }
    expect(await writtenBy(() => stranger.post('/auth/pwd', fields))).toEqual([
      [
        'auth_ceremony_mismatch',
        {
          clientId: client.clientIdentifier,
          authState: 'begun',
          ipAddress: expect.stringMatching(/^198\.51\./),
        },
      ],
    ])
  })

  test('that gives tokens at once', async () => {
    const open = await aClient(store, { implicitGrantEnabled: true })
    const user = await aUser(store)
    const request = { response_type: 'id_token token', nonce: 'n' }
    const entries = await writtenBy(async () => {
      const { last } = await enter(app, open, user, { request })
      const { access_token = '', id_token = '' } = responseOf(last) ?? {}
      secrets.add(access_token).add(id_token)
    })
    expect(entries.at(-1)).toEqual([
      'token_issued_implicit_response',
      {
        ...ids(user, open),
        scope: 'openid',
        responseType: 'id_token token',
        issueAccessToken: true,
        issueIdToken: true,
      },
    ])
  })
})

describe('the token endpoint', () => {
  test('redeems a code; the code comes again', async () => {
    const user = await aUser(store)
    const issued = await aCode(app, client, user)
    const { id: codeId } = issued.row
    let first: TokenAnswer | undefined
    const redeemed = await writtenBy(async () => {
      first = await spend(issued)
    })
    expect(redeemed).toEqual([
      ['token_issued_authorization_code_response', { ...ids(user), codeId }],
    ])
    expect(await writtenBy(() => spend(issued))).toEqual([
      [
        'auth_code_reuse_detected',
        {
          ...ids(user),
          codeId,
          sessionIdentifier: issued.session?.sessionIdentifier,
          revokedRefreshTokenJtis: [jtiOf(first?.body.refresh_token)],
        },
      ],
    ])
  })

  test('refreshes a token of a code; the old one comes again, twice', async () => {
    const user = await aUser(store)
    const issued = await aCode(app, client, user)
    const { refresh_token = '' } = (await spend(issued)).body
    const renew = async () => keep(await refresh(app, client, refresh_token))
    expect(await writtenBy(renew)).toEqual([
      ['bumped_user_session', ids(user)],
      [
        'token_issued_refresh_token_response',
        { codeId: issued.row.id, refreshTokenJti: jtiOf(refresh_token), flow: 'auth_code' },
      ],
    ])
    expect(await writtenBy(renew)).toEqual([
      [
        'refresh_token_replay_detected',
        {
          presentedRefreshTokenJti: jtiOf(refresh_token),
          firstRefreshTokenJti: jtiOf(refresh_token),
          revokedCount: 1,
          ...ids(user),
          flow: 'auth_code',
          secondsSinceRotation: 0,
          sameNetwork: true,
        },
      ],
    ])
    expect(await writtenBy(renew)).toEqual([])
  })

  test('takes a password, refreshes what it gave, refuses a wrong one', async () => {
    const user = await aUser(store)
    const ask = async (password: string) =>
      keep(
        await requestToken(app, client, {
          grant_type: 'password',
          username: user.email.toUpperCase(),
          password,
        }),
      )
    let refreshToken = ''
    const issued = await writtenBy(async () => {
      refreshToken = (await ask(user.password)).body.refresh_token ?? ''
    })
    expect(issued).toEqual([['token_issued_ropc_response', ids(user)]])
    const renewed = await writtenBy(async () => keep(await refresh(app, client, refreshToken)))
    expect(renewed).toEqual([
      [
        'token_issued_refresh_token_response',
        { ...ids(user), refreshTokenJti: jtiOf(refreshToken), flow: 'ropc' },
      ],
    ])
    const { clientIdentifier } = client
    expect(await writtenBy(() => ask('a-wrong-password'))).toEqual([
      ['ropc_auth_failed', { email: user.email, clientIdentifier }],
    ])
  })

  test('answers a client for itself, or denies it a scope', async () => {
    const machine = await aClient(store)
    await grantToClient(store, machine, 'authserver:admin-read')
    const ask = async (scope: string) =>
      keep(await requestToken(app, machine, { grant_type: 'client_credentials', scope }))
    expect(await writtenBy(() => ask('authserver:admin-read'))).toEqual([
      [
        'token_issued_client_credentials_response',
        { clientId: machine.id, scope: 'authserver:admin-read' },
      ],
    ])
    const { clientIdentifier } = machine
    expect(await writtenBy(() => ask('authserver:manage'))).toEqual([
      [
        'token_scope_denied',
        { clientIdentifier, grantType: 'client_credentials', scope: 'authserver:manage' },
      ],
    ])
  })

  test('refuses an administrative scope: password, code, refresh, and before them authorize', async () => {
    const scope = 'authserver:manage-users'
    const user = await aUser(store)
    await grantToUser(store, user, scope)
    const { clientIdentifier } = client
    const refusal = (grantType: string): Entries[number] => [
      'administrative_scope_refused',
      { clientId: client.id, clientIdentifier, scope, grantType, userId: user.id },
    ]
    const password = { grant_type: 'password', username: user.email, password: user.password }
    const byPassword = await writtenBy(() => requestToken(app, client, { ...password, scope }))
    expect(byPassword).toEqual([
      refusal('password'),
      ['token_scope_denied', { clientIdentifier, grantType: 'password', scope }],
    ])
    const issued = await aCode(app, client, user, { scope })
    expect(await writtenBy(() => spend(issued))).toEqual([refusal('authorization_code')])
    await store.clients.update(client.id, { administrativeScopesAllowed: true })
    const { refresh_token = '' } = (await spend(issued)).body
    await store.clients.update(client.id, { administrativeScopesAllowed: false })
    const byRefresh = await writtenBy(() => refresh(app, client, refresh_token))
    expect(byRefresh).toEqual([refusal('refresh_token')])
    const { person } = await signedIn(user)
    expect(await writtenBy(() => begin(person, client, { scope }))).toEqual([
      refusal('authorization_code'),
    ])
  })

  test('refuses the code of a disabled user', async () => {
    const user = await aUser(store)
    const issued = await aCode(app, client, user)
    await runtime.database.prisma.user.update({ where: { id: user.id }, data: { enabled: false } })
    expect(await writtenBy(() => spend(issued))).toEqual([['user_disabled', ids(user)]])
  })
})

describe('a sign-out', () => {
  test('without a hint, with and without a session', async () => {
    const user = await aUser(store)
    const { person, session } = await signedIn(user)
    const { sessionIdentifier } = session
    expect(await writtenBy(() => person.post('/auth/logout', {}))).toEqual([
      ['deleted_user_session', { userSessionId: session.id, loggedInUser: user.subject }],
      ['logout', { userId: user.id, sessionIdentifier, loggedInUser: user.subject }],
    ])
    expect(await writtenBy(() => person.post('/auth/logout', {}))).toEqual([
      ['logout', { userId: 0, sessionIdentifier: '', loggedInUser: '' }],
    ])
  })

  test('with a hint, of one client and of the last', async () => {
    const user = await aUser(store)
    const { person, session } = await signedIn(user)
    const other = await aClient(store)
    await begin(person, other)
    const leave = async (at: TestClient) => {
      const { id_token = '' } = (
        await spend(await aCode(app, at, user, { session: { ...session, cookie: '' } }), at)
      ).body
      return writtenBy(() => person.visit(`/auth/logout?id_token_hint=${id_token}`))
    }
    const removed = (at: TestClient): Entries[number] => [
      'deleted_user_session_client',
      { ...ids(user, at), userSessionId: session.id, loggedInUser: user.subject },
    ]
    expect(await leave(other)).toEqual([removed(other)])
    const { sessionIdentifier } = session
    const ended = { userId: user.id, sessionIdentifier, loggedInUser: user.subject }
    expect(await leave(client)).toEqual([removed(client), ['logout', ended]])
  })
})

test('changed credentials', async () => {
  const user = await aUser(store)
  const { session } = await signedIn(user)
  const tokens = await tokensOf(app, client, user)
  secrets.add(tokens.access_token).add(tokens.refresh_token)
  const change = { reason: 'password_reset', loggedInUser: 'somebody' } as const
  const entries = await writtenBy(() =>
    adminTransaction(ctx, (tx) => revokeAuthState(tx, user, change)),
  )
  expect(entries).toEqual([
    [
      'revoked_user_auth_state',
      {
        userId: user.id,
        ...change,
        terminatedSessionIdentifiers: expect.arrayContaining([session.sessionIdentifier]),
        revokedRefreshTokenJtis: [jtiOf(tokens.refresh_token)],
        preservedSessionIdentifier: '',
        oldGeneration: 0,
        newGeneration: 1,
      },
    ],
  ])
})

test('a client registers itself', async () => {
  await app.changeSettings({ dynamicClientRegistrationEnabled: true })
  const entries = await writtenBy(async () => {
    const response = await app.fetch('/connect/register', {
      method: 'POST',
      body: JSON.stringify({ redirect_uris: ['https://app.example/cb'] }),
      headers: { 'x-test-peer': '203.0.113.77' },
    })
    secrets.add((await response.json()).client_secret)
  })
  expect(entries).toEqual([
    [
      'dynamic_client_registration',
      {
        clientId: expect.any(Number),
        clientIdentifier: expect.stringMatching(/^dcr_/),
        grantTypes: ['authorization_code'],
        isPublic: false,
        sourceIP: '203.0.113.77',
      },
    ],
  ])
})

test('a limit is reached: once for a key and window', async () => {
  let attempts = 0
  const ask = () =>
    app.post(
      '/auth/token',
      {
        grant_type: 'password',
        client_id: client.clientIdentifier,
        client_secret: client.secret,
        username: `nobody-${attempts++}@example.org`,
        password: 'wrong',
      },
      { headers: { 'x-test-peer': '203.0.113.78' } },
    )
  for (let i = 0; i < 30; i++) await ask()
  const entries = await writtenBy(async () => {
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(429)
  })
  expect(entries).toEqual([['rate_limit_exceeded', { limiter: 'ropc_ip', ip: '203.0.113.78' }]])
})

describe('where entries go', () => {
  test.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('to the log: %s, to the table: %s', async (inConsole, inDatabase) => {
    const lines: string[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const quiet = runtime.log
    await app.changeSettings({
      auditLogsInConsoleEnabled: inConsole,
      auditLogsInDatabaseEnabled: inDatabase,
    })
    Object.assign(runtime, { log: pino(sink) })
    const user = await aUser(store)
    const issued = await aCode(app, client, user)
    const rows = await writtenBy(() => spend(issued))
    Object.assign(runtime, { log: quiet })
    await app.changeSettings({ auditLogsInConsoleEnabled: true, auditLogsInDatabaseEnabled: true })
    expect(rows).toHaveLength(inDatabase ? 1 : 0)
    const records = lines.map((line) => JSON.parse(line)).filter((line) => line.audit_event)
    expect(records).toHaveLength(inConsole ? 1 : 0)
    if (inConsole) {
      expect(records[0]).toMatchObject({
        audit_event: 'token_issued_authorization_code_response',
        ...ids(user),
      })
    }
    for (const secret of secrets) expect(lines.join('')).not.toContain(secret)
  })

  test('an entry of a change that was rolled back is nowhere', async () => {
    const issued = await aCode(app, client, await aUser(store))
    await runtime.database.prisma.userSession.deleteMany({ where: { id: issued.session?.id ?? 0 } })
    expect(await writtenBy(() => spend(issued))).toEqual([])
  })

  test('answers of client credentials that come together each have an entry when they are given', async () => {
    const machines = await Promise.all(Array.from({ length: 12 }, () => aClient(store)))
    for (const machine of machines) await grantToClient(store, machine, 'authserver:admin-read')
    const answers = machines.map(async (machine) => {
      const { status } = keep(
        await requestToken(app, machine, { grant_type: 'client_credentials' }),
      )
      const details = { startsWith: `{"clientId":${machine.id},` }
      return [status, await runtime.database.prisma.auditLog.count({ where: { details } })]
    })
    expect(await Promise.all(answers)).toEqual(machines.map(() => [200, 1]))
  })

  test('a refusal stays one when its entry cannot be stored', async () => {
    const failing = vi
      .spyOn(store.auditLog, 'insertAll')
      .mockRejectedValue(new Error('no database'))
    const answer = await requestToken(app, client, {
      grant_type: 'password',
      username: 'nobody@example.org',
      password: 'a-wrong-password',
    })
    failing.mockRestore()
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  })
})

test('no entry carries a password, a secret, a code, a token or a cookie', async () => {
  expect(secrets.size).toBeGreaterThan(40)
  const entries = await auditEntries(runtime.database.prisma)
  for (const { event, details } of entries) {
    const text = JSON.stringify(details)
    for (const secret of secrets) if (secret) expect(text, event).not.toContain(secret)
  }
})

test('every event of the protocol and of the sign-in was seen above', () => {
  expect([...seen].sort()).toEqual(
    [
      'administrative_scope_refused',
      'auth_ceremony_mismatch',
      'auth_code_reuse_detected',
      'auth_failed_otp',
      'auth_failed_pwd',
      'auth_success_otp',
      'auth_success_pwd',
      'bumped_user_session',
      'created_auth_code',
      'cross_user_session_replaced',
      'deleted_user_session',
      'deleted_user_session_client',
      'dynamic_client_registration',
      'logout',
      'otp_code_replay_detected',
      'rate_limit_exceeded',
      'refresh_token_replay_detected',
      'revoked_user_auth_state',
      'ropc_auth_failed',
      'saved_consent',
      'started_new_user_session',
      'terminated_user_session',
      'token_issued_authorization_code_response',
      'token_issued_client_credentials_response',
      'token_issued_implicit_response',
      'token_issued_refresh_token_response',
      'token_issued_ropc_response',
      'token_scope_denied',
      'user_disabled',
    ].sort(),
  )
})
