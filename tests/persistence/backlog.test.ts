import { expect, test } from 'vitest'
import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import {
  longLivedSteps,
  retentionCutoffs,
  runStep,
  shortLivedSteps,
} from '#lib/domain/retention/retention.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

const database = await openSeededDatabase()
const { store, limits, client } = database
const user = await aUser(store)
const application = await aClient(store)
const settings = await store.settings.update({ auditLogRetentionDays: 30 })
const days = (count: number) => addSeconds(testStart, count * 86_400)
const backlog = (day: number, limit = 100) =>
  store.backlog.count(retentionCutoffs({ settings, now: days(day) }), limit)

test('what has had its time is counted by table, up to a limit, until it is removed', async () => {
  await aStoredGrant(store, user, application)
  await aStoredGrant(store, user, application)
  await aStoredGrant(store, user, application, { expiresAt: days(300) })
  await aSession(store, user)
  await limits.spend({ name: 'a', points: 1, windowSeconds: 60 }, 'a-key')
  await client.rateLimit.updateMany({ data: { expire: testStart } })
  await client.auditLog.deleteMany()
  const entry = { createdAt: testStart, auditEvent: 'logout', details: '{}', requestId: 'r' }
  await store.auditLog.insertAll([entry])
  await client.preRegistration.create({
    data: {
      email: 'new@example.com',
      verificationCodeHash: randomToken(),
      verificationCodeIssuedAt: testStart,
    },
  })
  await client.linkMarker.deleteMany()

  const none = {
    ceremonies: 0,
    authorize_handovers: 0,
    device_authorizations: 0,
    former_links: 0,
    link_markers: 0,
    provider_requests: 0,
    pushed_requests: 0,
    used_identifiers: 0,
    console_sessions: 0,
    refusal_counts: 0,
    removed_passkeys: 0,
    user_devices: 0,
    sign_in_failures: 0,
  }
  expect(await backlog(0)).toEqual({
    ...none,
    rate_limits: 0,
    refresh_tokens: 0,
    grants: 0,
    user_sessions: 0,
    pre_registrations: 0,
    audit_logs: 0,
  })
  const grown = {
    ...none,
    rate_limits: 1,
    refresh_tokens: 2,
    grants: 2,
    user_sessions: 1,
    pre_registrations: 1,
    audit_logs: 1,
  }
  expect(await backlog(200)).toEqual(grown)
  expect(await backlog(200, 1)).toEqual({ ...grown, refresh_tokens: 1, grants: 1 })

  for (const step of [...shortLivedSteps, ...longLivedSteps]) {
    await runStep(step, { store, limits, settings, now: days(200) })
  }
  expect(Object.values(await backlog(200)).every((count) => count === 0)).toBe(true)
})

test('audit entries that are kept for ever are no backlog', async () => {
  await store.auditLog.insertAll([
    {
      createdAt: testStart,
      auditEvent: 'logout',
      details: '{}',
      requestId: 'r',
    },
  ])
  const kept = { ...settings, auditLogRetentionDays: 0 }
  const moments = retentionCutoffs({ settings: kept, now: days(9_000) })
  expect((await store.backlog.count(moments, 10)).audit_logs).toBe(0)
})
