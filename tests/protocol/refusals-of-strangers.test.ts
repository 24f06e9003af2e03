import { beforeEach, expect, test, vi } from 'vitest'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin, enter, interactionOf } from './authorize/fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

// Without rate limits, so that these results do not depend on them.
const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store, runtime } = app
const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
const publicClient = await aClient(store, { isPublic: true })
const stranger = () => visitor(app, { 'x-test-peer': '203.0.113.200' })
const times = 200

beforeEach(async () => {
  await runtime.database.prisma.auditLog.deleteMany({})
  await runtime.database.prisma.refusalCount.deleteMany({})
  await app.changeSettings({
    smtpEnabled: true,
    selfRegistrationEnabled: true,
    selfRegistrationRequiresEmailVerification: true,
  })
})

/** The entries of an event, and the number of refusals they represent. */
async function told(event: string) {
  await responsesFollowedUp()
  const entries = (await auditEntries(runtime.database.prisma)).filter(
    (entry) => entry.event === event,
  )
  const shared = entries.filter(({ details }) => 'count' in details)
  const counted = shared.reduce((sum, { details }) => sum + Number(details.count), 0)
  return {
    rows: entries.length,
    shared: shared.length,
    sum: entries.length - shared.length + counted,
  }
}

async function signedIn() {
  const user = await aUser(store)
  return { user, person: (await enter(app, client, user, { browser: stranger() })).person }
}

const walks: Record<string, () => Promise<() => Promise<unknown>>> = {
  logout: async () => () => app.post('/auth/logout', {}, from),
  administrative_scope_refused: async () => () =>
    begin(stranger(), client, { scope: 'openid authserver:manage', prompt: 'none' }),
  auth_failed_pwd: async () => {
    const person = stranger()
    const ceremonyId = interactionOf(await begin(person, client))
    let i = 0
    return () =>
      person.post('/auth/pwd', { ceremonyId, email: `n${i++}@example.org`, password: 'x' })
  },
  ropc_auth_failed: async () => () =>
    requestToken(app, client, { grant_type: 'password', username: 'n@example.org', password: 'x' }),
  failed_reset_password_code: async () => () => app.fetch('/reset-password?code=unknown', from),
  failed_account_activation_code: async () => () =>
    app.fetch('/account/activate?code=unknown', from),
  requested_password_reset: async () => () =>
    app.post('/forgot-password', { email: 'nobody@example.org' }, from),
  requested_registration: async () => {
    const { email } = await aUser(store, { emailVerified: false })
    return () => app.post('/account/register', { email }, from)
  },
  requested_sign_in_link: async () => {
    await app.changeSettings({ smtpEnabled: true })
    return () => app.post('/sign-in-link', { email: 'nobody@example.org' }, from)
  },
  token_scope_denied: async () => () =>
    requestToken(app, publicClient, {
      grant_type: 'authorization_code',
      code: 'unknown',
      scope: 'nothing:such',
    }),
}
const from = { headers: { 'x-test-peer': '203.0.113.200' } }

/**
 * Events that need a credential and so write nothing for anonymous callers. The test covers them in case that
 * changes: an entry must then be counted.
 */
const mayWriteNothing = [
  'administrative_scope_refused',
  'token_scope_denied',
  'requested_sign_in_link',
]

test.each(Object.keys(walks))(
  '%s: two hundred of a stranger leave few entries, and their count',
  async (event) => {
    const refuse = await walks[event]?.()
    for (let i = 0; i < times; i++) await refuse?.()
    const { rows, shared, sum } = await told(event)
    if (rows === 0 && mayWriteNothing.includes(event)) return
    expect(rows).toBeLessThanOrEqual(102)
    expect(shared).toBeGreaterThanOrEqual(1)
    expect(sum).toBe(times)
  },
)

test('those of somebody who is signed in are counted, too', async () => {
  const { person } = await signedIn()
  for (let i = 0; i < times; i++) {
    await begin(person, client, { scope: 'openid authserver:manage', prompt: 'none' })
  }
  const { rows, shared, sum } = await told('administrative_scope_refused')
  expect([shared > 0, sum]).toEqual([true, times])
  expect(rows).toBeLessThanOrEqual(32)
})

test('at the same moment none is lost', async () => {
  await Promise.all(Array.from({ length: 60 }, () => app.post('/auth/logout', {}, from)))
  expect(await told('logout')).toEqual({ rows: 31, shared: 1, sum: 60 })
})

test('an IPv6 network counts as one, and another one by itself', async () => {
  const leave = (address: string) =>
    app.post('/auth/logout', {}, { headers: { 'x-test-peer': address } })
  for (let i = 0; i < 40; i++) await leave(`2001:db8:5:${i.toString(16)}::1`)
  expect((await told('logout')).rows).toBe(31)
  await leave('2001:db8:6::1')
  expect((await told('logout')).rows).toBe(32)
})

test('the next hour begins again', async () => {
  for (let i = 0; i < 35; i++) await app.post('/auth/logout', {}, from)
  app.clock.advance(3_600)
  for (let i = 0; i < 35; i++) await app.post('/auth/logout', {}, from)
  expect(await told('logout')).toEqual({ rows: 62, shared: 2, sum: 70 })
})

test('a sign-out of a session has its entry each time', async () => {
  const users: TestUser[] = []
  for (let i = 0; i < 35; i++) {
    const { user, person } = await signedIn()
    users.push(user)
    await person.post('/auth/logout', {})
  }
  expect((await told('logout')).shared).toBe(0)
})
