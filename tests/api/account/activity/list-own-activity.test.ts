import { describe, expect, test } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { auditAlone, auditRefusal } from '#lib/domain/audit/audit.ts'
import { requestPasswordReset } from '#lib/domain/passwords/password-reset.ts'
import { setEnabled } from '#lib/domain/users/users.ts'
import { begin } from '#tests/protocol/authorize/fixture.ts'
import { apiUser, call, outcome } from '#tests/support/api.ts'
import { testContext } from '#tests/support/context.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aResource, aUser } from '#tests/support/people.ts'
import { visitor } from '#tests/support/visitor.ts'
import { fixture } from '../fixture.ts'

const { app, store, database, person } = await fixture()
const { ctx } = await testContext()
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const browser = { ...ctx, ip: '192.0.2.81', userAgent: firefox }

interface Entry {
  readonly id: number
  readonly event: string
  readonly actor: string
  readonly [field: string]: unknown
}

interface Activity {
  readonly entries: readonly Entry[]
  readonly next?: number
  readonly kept: boolean
  readonly retentionDays: number
}

type Person = Awaited<ReturnType<typeof person>>

async function activityOf({ ask }: Person, query = ''): Promise<Activity> {
  const { status, body } = await ask<Activity>('GET', `/activity${query}`)
  expect(status).toBe(200)
  return body
}

/** The newest entry. */
async function newest(one: Person): Promise<Entry | undefined> {
  return (await activityOf(one)).entries[0]
}

describe('200', () => {
  test('a sign-in: the app, the methods, and the browser with its address', async () => {
    const one = await person()
    const entry = (await activityOf(one)).entries.find(
      ({ event }) => event === 'started_new_user_session',
    )
    expect(entry).toMatchObject({
      actor: 'you',
      authMethods: 'pwd',
      application: { clientIdentifier: one.token.client.clientIdentifier },
      ipAddress: expect.stringMatching(/./),
    })
  })

  test('a wrong password for the account, from the browser that sent it; none for an unknown address', async () => {
    const one = await person()
    const client = await aClient(store)
    for (const email of [one.user.email, 'nobody@example.org']) {
      const stranger = visitor(app)
      await begin(stranger, client)
      await stranger.submit({ email, password: 'a-wrong-password' })
    }
    const { entries } = await activityOf(one)
    const wrong = entries.filter(({ event }) => event === 'auth_failed_pwd')
    expect(wrong).toMatchObject([{ actor: 'someone' }])
    expect(JSON.stringify(wrong)).not.toContain('a-wrong-password')
  })

  test('nothing of anybody else, and no token bookkeeping', async () => {
    const one = await person()
    const other = await person()
    await auditAlone(browser, 'changed_password', { userId: other.user.id, loggedInUser: 'x' })
    await auditAlone(browser, 'token_issued_refresh_token_response', { userId: one.user.id })
    const events = (await activityOf(one)).entries.map(({ event }) => event)
    expect(events).not.toContain('changed_password')
    expect(events.filter((event) => event.startsWith('token_'))).toEqual([])
  })

  test('an administrator without a name', async () => {
    const one = await person()
    const administrator = await aUser(store, { email: `root-${one.user.id}@example.org` })
    await auditAlone(ctx, 'updated_user_profile', {
      userId: one.user.id,
      loggedInUser: administrator.subject,
    })
    const entry = await newest(one)
    expect(entry).toMatchObject({ event: 'updated_user_profile', actor: 'administrator' })
    expect(JSON.stringify(entry)).not.toContain(administrator.subject)
    expect(JSON.stringify(entry)).not.toContain(administrator.email)
  })

  test('whether an administrator turned the account on', async () => {
    const one = await person()
    await adminTransaction(ctx, (tx) => setEnabled(tx, one.user.id, true, 'someone-else'))
    expect(await newest(one)).toMatchObject({ event: 'updated_user_details', enabled: true })
  })

  test('the permission and the group; nothing of one that is gone', async () => {
    const one = await person()
    const { permissions } = await aResource(store, `shop-${one.user.id}`, ['buy'])
    const permissionId = permissions[0]?.id ?? 0
    const groupIdentifier = `buyers-${one.user.id}`
    const group = await store.groups.insert({ groupIdentifier, description: 'Buyers' })
    const about = { userId: one.user.id, loggedInUser: 'root' }
    await auditAlone(ctx, 'added_user_permission', { ...about, permissionId })
    expect(await newest(one)).toMatchObject({
      permission: { scope: `shop-${one.user.id}:buy` },
    })
    await auditAlone(ctx, 'user_added_to_group', { ...about, groupId: group.id })
    expect(await newest(one)).toMatchObject({ group: { groupIdentifier, description: 'Buyers' } })
    await auditAlone(ctx, 'user_added_to_group', { ...about, groupId: 999_999_999 })
    expect(await newest(one)).not.toHaveProperty('group')
  })

  test('an ended session: the browser that was signed out', async () => {
    const one = await person()
    const { id } = await aSession(store, one.user, [], {
      userAgent: firefox,
      ipAddress: '198.51.100.1,192.0.2.81',
    })
    expect((await one.ask('DELETE', `/sessions/${id}`)).status).toBe(200)
    expect(await newest(one)).toMatchObject({
      event: 'terminated_user_session',
      actor: 'you',
      ipAddress: '192.0.2.81',
      deviceName: expect.stringContaining('Firefox'),
      deviceOS: expect.stringContaining('Linux'),
    })
  })

  test('a change through an API has no browser: the address is an application’s', async () => {
    const one = await person()
    const { status } = await one.ask('PUT', '/phone', {})
    expect(status).toBe(200)
    expect(await newest(one)).toMatchObject({
      event: 'updated_own_phone',
      actor: 'you',
      ipAddress: '',
      deviceName: '',
    })
  })

  test('the person whose session another one replaced, not the other one', async () => {
    const one = await person()
    const other = await person()
    await auditAlone(browser, 'cross_user_session_replaced', {
      userId: other.user.id,
      previousUserId: one.user.id,
      previousSessionIdentifier: 'x',
      clientId: 1,
    })
    expect(await newest(one)).toMatchObject({
      event: 'cross_user_session_replaced',
      actor: 'system',
    })
    expect((await newest(other))?.event).not.toBe('cross_user_session_replaced')
  })

  test('a link to reset the password only when one was sent', async () => {
    const one = await person()
    const ask = () => requestPasswordReset(browser, { address: one.user.email, language: 'en' })
    await ask()
    await ask()
    const { entries } = await activityOf(one)
    const asked = entries.filter(({ event }) => event === 'requested_password_reset')
    expect(asked).toMatchObject([{ actor: 'someone', ipAddress: '192.0.2.81' }])
  })

  test('many refusals from one network share an entry, which counts them', async () => {
    const one = await person()
    const about = { userId: one.user.id }
    for (let i = 0; i < 34; i++) await auditRefusal(browser, 'auth_failed_otp', about)
    const { entries } = await activityOf(one, '?size=100')
    const refused = entries.filter(({ event }) => event === 'auth_failed_otp')
    expect(refused).toHaveLength(31)
    expect(refused[0]).toMatchObject({ count: 4 })
  })

  test('page by page, however odd the query', async () => {
    const one = await person()
    for (let i = 0; i < 5; i++) {
      await auditAlone(browser, 'verified_email', { userId: one.user.id, loggedInUser: '' })
    }
    const all = (await activityOf(one)).entries.map(({ id }) => id)
    const first = await activityOf(one, '?size=2')
    expect(first.entries.map(({ id }) => id)).toEqual(all.slice(0, 2))
    expect(first.next).toBe(all[1])
    const second = await activityOf(one, `?size=2&before=${first.next}`)
    expect(second.entries.map(({ id }) => id)).toEqual(all.slice(2, 4))
    expect(await activityOf(one, `?before=${all.at(-1)}`)).toMatchObject({ entries: [] })
    expect(await activityOf(one, `?before=${all.at(-1)}`)).not.toHaveProperty('next')
    for (const query of [
      '?before=x',
      '?before=-1',
      '?before=0',
      '?size=0',
      '?before=99999999999999999999',
    ]) {
      expect((await activityOf(one, query)).entries.map(({ id }) => id)).toEqual(all)
    }
  })

  test('whether it is kept now, and for how long; what is stored stays', async () => {
    const one = await person()
    const before = await activityOf(one)
    expect(before).toMatchObject({ kept: true, retentionDays: 180 })
    await app.changeSettings({ auditLogsInDatabaseEnabled: false, auditLogRetentionDays: 7 })
    const after = await activityOf(one)
    await app.changeSettings({ auditLogsInDatabaseEnabled: true, auditLogRetentionDays: 180 })
    expect(after).toMatchObject({ kept: false, retentionDays: 7, entries: before.entries })
  })

  test('an entry that cannot be read any more is left out', async () => {
    const one = await person()
    const { id: userId } = one.user
    const row = { createdAt: ctx.now, requestId: '', userId, details: '{}' }
    await store.auditLog.insertAll([{ ...row, auditEvent: 'an_event_of_a_later_release' }])
    const { entries } = await activityOf(one)
    expect(entries.map(({ event }) => event)).not.toContain('an_event_of_a_later_release')
    const auditEvent = 'an_event_of_a_later_release'
    expect(await database.auditLog.count({ where: { userId, auditEvent } })).toBe(1)
  })
})

describe('403', () => {
  test('a token without the scope', async () => {
    const { user } = await person()
    const token = await apiUser(app, user, ['admin-read'])
    expect(await outcome(call(token, 'GET', '/api/v1/account/activity'))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ])
  })
})
