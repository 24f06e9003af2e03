import { beforeEach, describe, expect, test } from 'vitest'
import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aPublicClient, aUser, type TestUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

const { client: database, store } = await fileDatabase()
const devices = store.deviceAuthorizations
const now = testStart
let user: TestUser
let id: number

beforeEach(async () => {
  user = await aUser(store)
  const { id: clientId } = await aPublicClient(store)
  const deviceCodeHash = randomToken()
  await devices.insert({
    createdAt: now,
    expiresAt: addSeconds(now, 600),
    deviceCodeHash,
    userCodeHash: randomToken(),
    clientId,
    scope: 'openid',
    targetAcr: '',
    ipAddress: '',
    userAgent: '',
  })
  id = (await devices.findByDeviceCode(deviceCodeHash))?.id ?? 0
})

const stateOf = async () => (await devices.findById(id))?.state
const approve = (moment = now) => {
  const approval = { sessionIdentifier: 's', approvedEncrypted: new Uint8Array([1]) }
  const expiresAt = addSeconds(moment, 600)
  return devices.approve(id, { ...approval, userId: user.id, expiresAt }, moment)
}

describe('a device is answered once', () => {
  test('by one of two approvals', async () => {
    expect([await approve(), await approve()]).toEqual([true, false])
  })

  test('with yes or no', async () => {
    expect([await devices.deny(id, now), await approve()]).toEqual([true, false])
    expect(await stateOf()).toBe('denied')
  })

  test('in its time', async () => {
    const late = addSeconds(now, 600)
    expect([await approve(late), await devices.deny(id, late)]).toEqual([false, false])
    expect(await stateOf()).toBe('pending')
  })
})

test('an answer is spent once, as what it was, and keeps nothing', async () => {
  expect(await devices.spend(id, 'approved')).toBe(false)
  await approve()
  expect(await devices.spend(id, 'denied')).toBe(false)
  expect([await devices.spend(id, 'approved'), await devices.spend(id, 'approved')]).toEqual([
    true,
    false,
  ])
  const row = await database.deviceAuthorization.findUnique({ where: { id } })
  expect(row).toMatchObject({ state: 'spent', approvedEncrypted: null })
})

test('an approval that was taken back is not spent', async () => {
  await approve()
  await devices.denyUncollected({ userId: user.id, sessionIdentifier: 'another' })
  expect(await stateOf()).toBe('approved')
  await devices.denyUncollected({ userId: user.id, sessionIdentifier: 's' })
  expect([await stateOf(), await devices.spend(id, 'approved')]).toEqual(['denied', false])
})

test('of two polls at once one is noted', async () => {
  const row = await devices.findById(id)
  if (!row) throw new Error('There is no row.')
  expect([await devices.notePoll(row, now), await devices.notePoll(row, now)]).toEqual([
    true,
    false,
  ])
})

test('a code that is in use is not stored again', async () => {
  const row = await devices.findById(id)
  if (!row) throw new Error('There is no row.')
  const { id: _, deviceCodeHash, ...same } = row
  expect(await devices.insert({ ...same, deviceCodeHash: randomToken() })).toBe(false)
  expect(await devices.insert({ ...same, userCodeHash: randomToken(), deviceCodeHash })).toBe(false)
})
