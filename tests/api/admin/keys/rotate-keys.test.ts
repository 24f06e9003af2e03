import { describe, expect, test } from 'vitest'
import { apiClient, call, outcome } from '#tests/support/api.ts'
import { allAtOnce } from '#tests/support/at-once.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { readJwt } from '#tests/support/oauth.ts'
import { server } from '#tests/support/server.ts'

const { client: database } = await fileDatabase()
const app = await server()
const path = '/settings/keys/rotate'
const granular = await apiClient(app, ['manage-settings'])

async function byState(): Promise<Record<string, string>> {
  const keys = await app.store.signingKeys.findAll()
  return Object.fromEntries(keys.map((key) => [key.state, key.keyIdentifier]))
}

const rotations = async () =>
  (await auditEntries(database)).filter(({ event }) => event === 'rotated_keys')

describe('200', { timeout: 60_000 }, () => {
  test('moves every key on, whatever the body, and records it', async () => {
    const before = await byState()
    const { status, body } = await call(granular, 'POST', path, '{ this is ignored')
    expect([status, body]).toEqual([200, { success: true }])
    const after = await byState()
    expect(after).toMatchObject({ current: before.next, previous: before.current })
    expect(Object.values(before)).not.toContain(after.next)
    expect(await rotations()).toEqual([
      { event: 'rotated_keys', details: { loggedInUser: granular.client.clientIdentifier } },
    ])
  })

  test('the token it was asked with stays good, and the next is signed with the new key', async () => {
    expect((await call(granular, 'GET', '/settings/keys')).status).toBe(200)
    const { header } = readJwt((await apiClient(app, ['admin-read'])).value)
    expect(header.kid).toBe((await byState()).current)
  })
})

describe('409', { timeout: 60_000 }, () => {
  test('of three rotations at once one wins, the others are told so', async () => {
    const before = await byState()
    const count = (await rotations()).length
    const fresh = await apiClient(app, ['manage-settings'])
    const outcomes = await allAtOnce(app.store.signingKeys, 'findAll', 3, () =>
      outcome(call(fresh, 'POST', path)),
    )
    expect(outcomes.toSorted()).toEqual([
      [200, ''],
      [409, 'ROTATION_IN_PROGRESS'],
      [409, 'ROTATION_IN_PROGRESS'],
    ])
    expect(await byState()).toMatchObject({ current: before.next, previous: before.current })
    expect(await rotations()).toHaveLength(count + 1)
  })
})

describe('409 at once,', { timeout: 60_000 }, () => {
  const lease = { name: 'key_rotation', holder: 'another' }
  const leaseUntil = (expiresAt: Date) => database.lease.create({ data: { ...lease, expiresAt } })
  const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000)

  test('while another rotation has the right to: no key is made', async () => {
    await leaseUntil(inSeconds(30))
    const before = await byState()
    const fresh = await apiClient(app, ['manage-settings'])
    for (let i = 0; i < 50; i++) {
      expect(await outcome(call(fresh, 'POST', path))).toEqual([409, 'ROTATION_IN_PROGRESS'])
    }
    expect(await byState()).toEqual(before)
    await database.lease.deleteMany({ where: lease })
  })

  test('but not for ever: a process that died has lost the right a minute later', async () => {
    await leaseUntil(inSeconds(-1))
    const before = await byState()
    const fresh = await apiClient(app, ['manage-settings'])
    expect(await outcome(call(fresh, 'POST', path))).toEqual([200, ''])
    expect(await byState()).toMatchObject({ current: before.next })
    expect(await database.lease.count({ where: { name: lease.name } })).toBe(0)
  })
})

describe('500', { timeout: 60_000 }, () => {
  test('without a next key nothing is changed', async () => {
    const fresh = await apiClient(app, ['manage-settings'])
    const next = await app.store.signingKeys.findByState('next')
    await app.store.signingKeys.remove(next?.id ?? 0, 'next')
    const before = await byState()
    const { status, body } = await call(fresh, 'POST', path)
    expect([status, body.error_code]).toEqual([500, 'KEY_SET_INCOMPLETE'])
    expect(body.error_description).toMatch(/Request id: \S+$/)
    expect(await byState()).toEqual(before)
  })
})
