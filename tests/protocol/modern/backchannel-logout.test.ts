import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { removeUserWithAll } from '#lib/domain/retention/removal.ts'
import { longLivedSteps, runStep } from '#lib/domain/retention/retention.ts'
import { endSessionWithAll, findSession } from '#lib/domain/sessions/user-sessions.ts'
import { setEnabled } from '#lib/domain/users/users.ts'
import { startLogoutDispatcher } from '#lib/logout-dispatcher.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditDetails } from '#tests/support/granted.ts'
import { readJwt, redeem, type SignedIn, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aPublicClient,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'
import { codesFor, connect, poll } from './device-fixture.ts'
import { tokensOf, userinfoStatus } from './fixture.ts'
import { deliverDue, logoutReceiver } from './logout-receiver.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { client: database } = await fileDatabase()
let receiver: Awaited<ReturnType<typeof logoutReceiver>>
let user: TestUser
let a: TestClient
let b: TestClient
const start = app.clock.now()

beforeEach(async () => {
  app.clock.set(start)
  await app.changeSettings({ backchannelLogoutEnabled: true, tokenRevocationEnabled: true })
  await app.store.logoutNotifications.removePending(null)
  receiver = await logoutReceiver(app)
  user = await aUser(app.store)
  a = await aClient(app.store, { backchannelLogoutUri: receiver.uri })
  b = await aClient(app.store, { backchannelLogoutUri: receiver.uri })
})
afterEach(() => receiver.stop())

const ctx = async () => ({
  ...(await testContext()).ctx,
  now: app.clock.now(),
  store: app.store,
  settings: await app.changeSettings({}),
})
const sidOf = async (client: TestClient, signedIn: SignedIn) => {
  const { body } = await redeem(app, client, signedIn)
  return String(readJwt(body.id_token ?? '').payload.sid)
}
/** Signs in to both applications in one browser. */
async function both() {
  const first = await signIn(app, a, user)
  const second = await signIn(app, b, user, { browser: first.browser })
  return { browser: first.browser, sid: await sidOf(a, first), second }
}
async function signOut(from: { browser: SignedIn['browser'] }, hint?: string) {
  const path = hint ? `/auth/logout?id_token_hint=${hint}` : '/auth/logout'
  const visit = await from.browser.visit(path)
  return visit.view?.page === 'logout-confirm' ? from.browser.submit({}) : visit
}
const told = () => receiver.received.map(({ aud, sid }) => `${aud} ${sid}`).sort()
const pairs = (...list: [TestClient, string | undefined][]) =>
  list.map(([client, sid]) => `${client.clientIdentifier} ${sid}`).sort()
const rows = async (client: TestClient) => app.store.logoutNotifications.listOf(client.id, 1, 50)

describe('who is told', () => {
  test('all applications of a session that is signed out of, each once', async () => {
    const signedIn = await both()
    await signOut(signedIn)
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, signedIn.sid], [b, signedIn.sid]))
    expect(receiver.received.map(({ sub }) => sub)).toEqual([user.subject, user.subject])
    expect(new Set(receiver.received.map(({ jti }) => jti)).size).toBe(2)
    expect(await rows(a)).toEqual([])
    const about = { clientId: a.id, userSubject: user.subject }
    const sent = await auditDetails(database, 'backchannel_logout_sent', about)
    expect(sent).toMatchObject([{ sessionIdentifier: signedIn.sid, attempts: 1 }])
  })

  test('each once, also after several sign-outs at the same moment, which are recorded as one', async () => {
    const { browser, sid } = await both()
    await Promise.all(Array.from({ length: 4 }, () => browser.post('/auth/logout', [])))
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, sid], [b, sid]))
    expect(await auditDetails(database, 'logout', { sessionIdentifier: sid })).toHaveLength(1)
  })

  test('after a sign-out with a hint, its application alone', async () => {
    const first = await signIn(app, a, user)
    const { body } = await redeem(app, a, first)
    await signIn(app, b, user, { browser: first.browser })
    await signOut(first, body.id_token)
    await deliverDue(app)
    const { sid } = readJwt(body.id_token ?? '').payload
    expect(told()).toEqual(pairs([a, String(sid)]))
  })

  test('revoking a token first changes nothing', async () => {
    const first = await signIn(app, a, user)
    const { body } = await redeem(app, a, first)
    await signIn(app, b, user, { browser: first.browser })
    const secret = { client_id: a.clientIdentifier, client_secret: a.secret }
    await app.post('/auth/revoke', { token: body.refresh_token ?? '', ...secret })
    await signOut(first)
    await deliverDue(app)
    expect(receiver.received).toHaveLength(2)
  })

  test('an administrator’s end of a session, with too many grants for one transaction too', async () => {
    const { sid } = await both()
    const session = await findSession(await ctx(), sid)
    await endSessionWithAll(await ctx(), session, 'an-admin')
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, sid], [b, sid]))
  })

  test('every session of a disabled account with its own `sid`, and nobody twice', async () => {
    const sids = []
    for (let session = 0; session < 3; session++)
      sids.push(await sidOf(a, await signIn(app, a, user)))
    await adminTransaction(await ctx(), (tx) => setEnabled(tx, user.id, false, ''))
    await deliverDue(app)
    expect(told()).toEqual(pairs(...sids.map((sid): [TestClient, string] => [a, sid])))
    expect(new Set(receiver.received.map(({ jti }) => jti)).size).toBe(3)
  })

  test('of a deleted account, by its subject', async () => {
    const { sid } = await both()
    await removeUserWithAll(await ctx(), user.id, 'an-admin')
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, sid], [b, sid]))
    expect(receiver.received[0]?.sub).toBe(user.subject)
  })

  test('another user’s sign-in in the same browser', async () => {
    const { browser, sid } = await both()
    const other = await aUser(app.store)
    await signIn(app, a, other, { browser, request: { prompt: 'login' } })
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, sid], [b, sid]))
  })

  test('not: a device that was connected in the session; a closed account tells it by the subject', async () => {
    await app.changeSettings({ deviceGrantEnabled: true })
    const device = await aPublicClient(app.store, {
      deviceGrantEnabled: true,
      backchannelLogoutUri: receiver.uri,
    })
    const first = await signIn(app, a, user)
    const codes = await codesFor(app, device)
    await connect(app, user, codes, first.browser)
    expect((await poll(app, device, codes)).status).toBe(200)
    const sid = await sidOf(a, first)
    await signOut(first)
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, sid]))
    await adminTransaction(await ctx(), (tx) => setEnabled(tx, user.id, false, ''))
    await deliverDue(app)
    expect(told().filter((one) => one.startsWith(device.clientIdentifier))).toEqual(
      pairs([device, undefined]),
    )
  })

  test('not: clients without an address, disabled ones, and anybody while it is off', async () => {
    const quiet = await aClient(app.store)
    const signedIn = await both()
    await signIn(app, quiet, user, { browser: signedIn.browser })
    await app.store.clients.update(b.id, { enabled: false })
    await signOut(signedIn)
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, signedIn.sid]))
    await app.changeSettings(everythingOff)
    await signOut(
      await both().catch(async () => ({ browser: (await signIn(app, a, user)).browser })),
    )
    expect(await rows(a)).toEqual([])
  })
})

describe('sessions that end unnoticed', () => {
  /** Lets the session expire, and removes it as the cleaner does. */
  async function expired() {
    app.clock.advance(3 * 24 * 3600)
    const { store, runtime, clock } = app
    const settings = await app.changeSettings({})
    const retention = { store, limits: runtime.limits, settings, now: clock.now() }
    const throttle = { shouldContinue: () => true, sleep: async () => {} }
    const names = ['user_sessions', 'untold_sign_ins', 'logout_notifications']
    for (const step of longLivedSteps.filter(({ name }) => names.includes(name))) {
      await runStep(step, retention, throttle)
    }
  }
  const disable = async () => {
    await adminTransaction(await ctx(), (tx) => setEnabled(tx, user.id, false, ''))
  }

  test('tell nobody; a disabled account tells by the subject alone', async () => {
    await both()
    await expired()
    expect(await rows(a)).toEqual([])
    await disable()
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, undefined], [b, undefined]))
    expect(receiver.received[0]?.sub).toBe(user.subject)
  })

  test('an application that a live session knows is told once', async () => {
    await signIn(app, a, user)
    await expired()
    const sid = await sidOf(a, await signIn(app, a, user))
    await disable()
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, sid]))
  })

  test('are forgotten after 30 days', async () => {
    await signIn(app, a, user)
    await expired()
    app.clock.advance(31 * 24 * 3600)
    await disable()
    expect(await rows(a)).toEqual([])
  })

  test('hand their applications on to the session that takes their place', async () => {
    const first = await signIn(app, a, user)
    const old = await sidOf(a, first)
    app.clock.advance(3 * 24 * 3600)
    const second = await signIn(app, b, user, { browser: first.browser })
    const sid = await sidOf(b, second)
    expect(sid).not.toBe(old)
    expect(await rows(a)).toEqual([])
    app.clock.advance(3 * 24 * 3600)
    const third = await signIn(app, b, user, { browser: second.browser })
    const newest = await sidOf(b, third)
    await signOut(third)
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, old], [b, sid], [b, newest]))
  })

  test('tell the applications that were handed on at once when another person signs in', async () => {
    const first = await signIn(app, a, user)
    const old = await sidOf(a, first)
    app.clock.advance(3 * 24 * 3600)
    const second = await signIn(app, b, user, { browser: first.browser })
    const sid = await sidOf(b, second)
    const other = await aUser(app.store)
    await signIn(app, b, other, { browser: second.browser, request: { prompt: 'login' } })
    await deliverDue(app)
    expect(told()).toEqual(pairs([a, old], [b, sid]))
  })

  test('let an application of an earlier session leave by its ID token, alone', async () => {
    const patient = { backchannelLogoutUri: receiver.uri, tokenExpirationInSeconds: 7 * 24 * 3600 }
    const early = await aClient(app.store, patient)
    const first = await signIn(app, early, user)
    const { body } = await redeem(app, early, first)
    const old = String(readJwt(body.id_token ?? '').payload.sid)
    app.clock.advance(3 * 24 * 3600)
    const second = await signIn(app, b, user, { browser: first.browser })
    const sid = await sidOf(b, second)
    // Without the cookie of the new session, beside which the old ID token is no proof.
    await app.fetch(`/auth/logout?id_token_hint=${body.id_token}`)
    await deliverDue(app)
    expect(told()).toEqual(pairs([early, old]))
    await signOut(second)
    await deliverDue(app)
    expect(told()).toEqual(pairs([early, old], [b, sid]))
  })
})

test('a changed password tells the applications of all sessions but the one in which it was changed', async () => {
  await grantToUser(app.store, user, 'authserver:manage-account')
  const here = await tokensOf(app, a, user, 'openid authserver:manage-account')
  const ended = [
    await sidOf(a, await signIn(app, a, user)),
    await sidOf(a, await signIn(app, a, user)),
  ]
  const response = await app.fetch('/api/v1/account/password', {
    method: 'PUT',
    headers: { authorization: `Bearer ${here.access}` },
    body: JSON.stringify({
      currentPassword: user.password,
      newPassword: 'Twelve-lanterns-4',
    }),
  })
  expect(response.status).toBe(200)
  await deliverDue(app)
  expect(told()).toEqual(pairs([a, ended[0]], [a, ended[1]]))
})

test('a client that signs in to the session again is not told any more', async () => {
  receiver.answerWith(503)
  const first = await signIn(app, a, user)
  const { body } = await redeem(app, a, first)
  await signIn(app, b, user, { browser: first.browser })
  // Without the browser's cookie, so that the browser stays signed in.
  await app.fetch(`/auth/logout?id_token_hint=${body.id_token}`)
  await deliverDue(app)
  expect((await rows(a)).map(({ state }) => state)).toEqual(['pending'])
  await signIn(app, a, user, { browser: first.browser })
  expect(await rows(a)).toEqual([])
})

describe('a receiver', () => {
  async function ended() {
    const signedIn = await signIn(app, a, user)
    await signOut(signedIn)
    return signedIn
  }

  test('that is down for an hour gets its token in the end, once', async () => {
    receiver.answerWith(503)
    await ended()
    const from = app.clock.now().getTime()
    while (app.clock.now().getTime() - from < 3600_000) {
      await deliverDue(app)
      app.clock.advance(60)
    }
    const calls = receiver.calls()
    expect(calls).toBeGreaterThan(4)
    expect(calls).toBeLessThan(12)
    receiver.answerWith(204)
    app.clock.advance(6 * 3600)
    await deliverDue(app)
    expect(receiver.calls()).toBe(calls + 1)
    expect(await rows(a)).toEqual([])
  })

  test('that stays away is given up after a day', async () => {
    receiver.answerWith(500)
    await ended()
    for (let hours = 0; hours < 25; hours++) {
      await deliverDue(app)
      app.clock.advance(3600)
    }
    const [row] = await rows(a)
    expect(row).toMatchObject({ state: 'failed', lastOutcome: 'answered', lastStatus: 500 })
    const entries = await auditDetails(database, 'backchannel_logout_failed', { clientId: a.id })
    expect(entries).toMatchObject([{ outcome: 'answered', status: 500 }])
    const calls = receiver.calls()
    app.clock.advance(24 * 3600)
    await deliverDue(app)
    expect(receiver.calls()).toBe(calls)
  })

  test('gets one late attempt after the server was off for more than a day, and none when that was long ago', async () => {
    receiver.answerWith(503)
    await ended()
    app.clock.advance(30 * 3600)
    await deliverDue(app)
    expect(receiver.calls()).toBe(1)
    expect(await rows(a)).toMatchObject([{ state: 'failed', attempts: 1, lastStatus: 503 }])
    await ended()
    app.clock.advance(49 * 3600)
    await deliverDue(app)
    expect(receiver.calls()).toBe(1)
    expect(await rows(a)).toMatchObject([{ state: 'failed', attempts: 0 }, { attempts: 1 }])
  })

  test('that kept many waiting for too long gets none of them, and all are reported', async () => {
    const now = app.clock.now()
    const told = Array.from({ length: 40 }, (_, index) => ({
      clientId: a.id,
      subject: user.subject,
      sessionIdentifier: `late-${index}`,
    }))
    await app.store.logoutNotifications.add(told, now, now)
    app.clock.advance(25 * 3600)
    await deliverDue(app)
    expect(receiver.calls()).toBe(0)
    expect((await rows(a)).map(({ state }) => state)).toEqual(Array(40).fill('failed'))
    const reported = await auditDetails(database, 'backchannel_logout_failed', { clientId: a.id })
    expect(reported).toHaveLength(40)
  })

  test('that kept one waiting for too long is looked at in peace while the database takes no writes', async () => {
    await ended()
    app.clock.advance(49 * 3600)
    let tries = 0
    const transaction = () => {
      tries++
      return Promise.reject(new Error('read-only'))
    }
    const store = { ...app.store, transaction }
    const dispatcher = startLogoutDispatcher({ ...app.runtime, store }, { interval: 100 })
    await sleep(1_000)
    await dispatcher.stop()
    expect(tries).toBeGreaterThan(3)
    expect(tries).toBeLessThan(15)
    await deliverDue(app)
    expect(await rows(a)).toMatchObject([{ state: 'failed', attempts: 0 }])
  })

  test.each([400, 302])('that answers %i is not asked again', async (status) => {
    receiver.answerWith(status, { Location: 'http://127.0.0.1:1/' })
    await ended()
    await deliverDue(app)
    expect(await rows(a)).toMatchObject([{ state: 'failed', lastStatus: status }])
    expect(receiver.calls()).toBe(1)
  })

  test('whose answer never ends has got its token', async () => {
    receiver.answerBy((_, res) => void res.writeHead(200).write('x'.repeat(100_000)))
    await ended()
    await deliverDue(app)
    expect(await rows(a)).toEqual([])
  })

  test('that never answers holds neither the sign-out nor the token of another application', async () => {
    receiver.answerBy((_, res, { aud }) => {
      if (aud === b.clientIdentifier) res.writeHead(200).end()
    })
    const dispatcher = startLogoutDispatcher(app.runtime, { interval: 5 })
    const signedIn = await both()
    const from = performance.now()
    await signOut(signedIn)
    await expect.poll(() => rows(b), { timeout: 1_000 }).toEqual([])
    expect(performance.now() - from).toBeLessThan(2_000)
    expect(told()).toEqual(pairs([a, signedIn.sid], [b, signedIn.sid]))
    expect(await rows(a)).toHaveLength(1)
    await receiver.stop()
    await dispatcher.stop()
  })

  test('behind an address of a cloud’s metadata is never asked', async () => {
    await app.store.clients.update(a.id, { backchannelLogoutUri: 'http://169.254.169.254/x' })
    await ended()
    await deliverDue(app)
    expect(await rows(a)).toMatchObject([{ state: 'failed', lastOutcome: 'refused_address' }])
  })

  test('gets it at the address of now, and not at all when that is gone', async () => {
    await ended()
    const other = await logoutReceiver(app)
    await app.store.clients.update(a.id, { backchannelLogoutUri: other.uri })
    await deliverDue(app)
    expect([receiver.calls(), other.calls()]).toEqual([0, 1])
    await ended()
    await app.store.clients.update(a.id, { backchannelLogoutUri: '' })
    await deliverDue(app)
    expect([receiver.calls(), other.calls(), await rows(a)]).toEqual([0, 1, []])
    await other.stop()
  })
})

describe('a claimed notification', () => {
  test('whose process died is due again after a minute', async () => {
    const signedIn = await signIn(app, a, user)
    await signOut(signedIn)
    const now = app.clock.now()
    const [row] = await app.store.logoutNotifications.due(now, 1, 1, [])
    if (!row) throw new Error('Nothing is due.')
    const until = new Date(now.getTime() + 60_000)
    const { logoutNotifications } = app.store
    expect(await logoutNotifications.claim(row, until)).toBe(true)
    expect(await logoutNotifications.claim(row, until)).toBe(false)
    await deliverDue(app)
    expect(receiver.calls()).toBe(0)
    app.clock.advance(60)
    await deliverDue(app)
    expect(receiver.calls()).toBe(1)
    // The first holder comes too late.
    expect(await logoutNotifications.finish({ ...row, version: row.version + 1 })).toBe(false)
  })
})

test('a host that does not answer gets no token a second time from another process while the first one waits', async () => {
  receiver.answerBy(() => {})
  const now = app.clock.now()
  const giveUpAt = new Date(now.getTime() + 86_400_000)
  for (let number = 0; number < 8; number++) {
    const { id } = await aClient(app.store, { backchannelLogoutUri: receiver.uri })
    const told = ['one', 'other'].map((end) => ({
      clientId: id,
      subject: user.subject,
      sessionIdentifier: `${end}-${id}`,
    }))
    await app.store.logoutNotifications.add(told, now, giveUpAt)
  }
  const due = () => app.store.logoutNotifications.due(app.clock.now(), 50, 50, [])
  const dispatcher = startLogoutDispatcher(app.runtime, { interval: 5 })
  await expect.poll(due).toEqual([])
  // Two at a time, five seconds each.
  app.clock.advance((16 / 2) * 5)
  expect(await due()).toEqual([])
  await receiver.stop()
  await dispatcher.stop()
})

test('two dispatchers share the work: each token once, none lost', async () => {
  const now = app.clock.now()
  const told = Array.from({ length: 40 }, (_, index) => ({
    clientId: index % 2 === 0 ? a.id : b.id,
    subject: user.subject,
    sessionIdentifier: `session-${index}`,
  }))
  await app.store.logoutNotifications.add(told, now, new Date(now.getTime() + 86_400_000))
  await Promise.all([deliverDue(app), deliverDue(app)])
  expect(new Set(receiver.received.map(({ sid }) => sid)).size).toBe(40)
  expect(receiver.received).toHaveLength(40)
})

test('switching it off, and clearing an address, drops what waits', async () => {
  await signOut(await both())
  expect(await rows(a)).toHaveLength(1)
  await app.store.logoutNotifications.removePending(a.id)
  expect([await rows(a), (await rows(b)).length]).toEqual([[], 1])
})

test('discovery has its members only while it is on', async () => {
  const read = async () => (await app.fetch('/.well-known/openid-configuration')).json()
  expect(await read()).toMatchObject({
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  })
  await app.changeSettings(everythingOff)
  expect(await read()).not.toHaveProperty('backchannel_logout_supported')
})

test('no endpoint takes a logout token for another one', async () => {
  const { mintLogoutToken } = await import('#lib/protocol/logout/logout-token.ts')
  const token = await mintLogoutToken(await ctx(), {
    clientIdentifier: a.clientIdentifier,
    subject: user.subject,
    sessionIdentifier: 'x',
  })
  expect(await userinfoStatus(app, token)).toBe(401)
  const secret = { client_id: a.clientIdentifier, client_secret: a.secret }
  expect((await app.post('/auth/revoke', { token, ...secret })).status).toBe(200)
  const hint = await app.fetch(`/auth/logout?id_token_hint=${token}`)
  expect(hint.status).toBe(200)
})
