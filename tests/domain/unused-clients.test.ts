import { beforeEach, describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { removeUnusedClients } from '#lib/domain/clients/unused-clients.ts'
import { aSelfRegisteredClient } from '#tests/api/admin/clients/self-registered.ts'
import { untilSomebodyWaits } from '#tests/persistence/two-at-once.ts'
import { insertCopies } from '#tests/support/copies.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import { anInteraction } from '#tests/support/interactions.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

const opened = await fileDatabase()
const { store, client: database } = opened
const user = await aUser(store)
const days = (count: number) => addSeconds(testStart, count * 86_400)

async function removedOn(day: number, unusedSelfRegisteredClientDays = 0): Promise<number[]> {
  const settings = await store.settings.update({ unusedSelfRegisteredClientDays })
  const ids = async () => (await store.clients.all()).map(({ id }) => id)
  const before = await ids()
  await removeUnusedClients({ now: days(day), settings, store }, 50)
  const after = await ids()
  return before.filter((id) => !after.includes(id))
}

const kind = 'metadata_document'

beforeEach(() => database.clientRegistration.deleteMany())

test('documents without a consent go after a day, waiting ones after 30, decided ones stay', async () => {
  await aClient(store)
  const visited = await aSelfRegisteredClient(store, { kind })
  const waiting = await aSelfRegisteredClient(store, { approval: 'pending' })
  await aSelfRegisteredClient(store, { kind, everConsented: true })
  await aSelfRegisteredClient(store, { kind, decidedAt: testStart })
  await aSelfRegisteredClient(store, { kind, approval: 'refused' })
  await aSelfRegisteredClient(store)
  expect(await removedOn(0.9)).toEqual([])
  expect(await removedOn(1.1)).toEqual([visited.id])
  expect(await removedOn(29)).toEqual([])
  expect(await removedOn(31)).toEqual([waiting.id])
  expect(await removedOn(5_000)).toEqual([])
})

test('by the setting the unused go, but none that was used in 30 days or has a live grant', async () => {
  const unused = await aSelfRegisteredClient(store)
  const used = await aSelfRegisteredClient(store)
  const granted = await aSelfRegisteredClient(store, { kind, everConsented: true })
  const refused = await aSelfRegisteredClient(store, { approval: 'refused' })
  await store.clients.noteUse(used.id, days(20))
  await aStoredGrant(store, user, granted, { expiresAt: days(300) })
  expect(await removedOn(29, 1)).toEqual([])
  expect(await removedOn(31, 1)).toEqual([unused.id])
  expect(await removedOn(49, 1)).toEqual([])
  expect(await removedOn(51, 1)).toEqual([used.id])
  expect(await removedOn(301, 1)).toEqual([granted.id])
  expect(await store.clients.findById(refused.id)).not.toBeNull()
  const entries = await database.auditLog.findMany({
    where: { auditEvent: 'removed_unused_client' },
    orderBy: { id: 'desc' },
  })
  expect(entries.map(({ details }) => JSON.parse(details))).toContainEqual({
    clientId: used.id,
    clientIdentifier: used.clientIdentifier,
    kind: 'dynamic',
    lastUsedOn: days(20).toISOString().slice(0, 10),
  })
})

describe('the removal of one client', () => {
  const removal = { now: days(2), store }

  test('holds when that of the next one fails', async () => {
    const settings = await store.settings.update({})
    const [first, second] = [
      await aSelfRegisteredClient(store, { kind }),
      await aSelfRegisteredClient(store, { kind }),
    ]
    let removals = 0
    const failing: typeof store = {
      ...store,
      adminTransaction: (work, timeoutMs) =>
        ++removals === 2
          ? Promise.reject(new Error('too slow'))
          : store.adminTransaction(work, timeoutMs),
    }
    const removing = removeUnusedClients({ ...removal, settings, store: failing }, 50)
    await expect(removing).rejects.toThrow('too slow')
    expect(await store.clients.findById(first.id)).toBeNull()
    expect(await store.clients.findById(second.id)).not.toBeNull()
    expect(await removedOn(2)).toEqual([second.id])
  })

  test('with more than a thousand sign-ins begins with these, as many at a time as were asked for', async () => {
    const settings = await store.settings.update({})
    const large = await aSelfRegisteredClient(store, { kind })
    const small = await aSelfRegisteredClient(store, { kind })
    const { id } = await anInteraction(store, large)
    const copied = { table: 'ceremonies', id, unique: ['ceremony_identifier'] } as const
    await insertCopies(opened, copied, 1_120)
    const rows = () => database.interaction.count({ where: { clientId: large.id } })
    const left: number[] = []
    const remove = () => removeUnusedClients({ ...removal, settings }, 50)
    while ((await remove()) === 50) left.push(await rows())
    expect(left).toEqual([1_071, 1_021, 971])
    expect(await rows()).toBe(0)
    expect(await store.clients.findById(large.id)).toBeNull()
    expect(await store.clients.findById(small.id)).toBeNull()
  })

  test('does not take a consent that was given meanwhile', async () => {
    const settings = await store.settings.update({})
    const client = await aSelfRegisteredClient(store, { kind })
    const { id } = await anInteraction(store, client)
    let removing: Promise<unknown> = Promise.resolve()
    await store.adminTransaction(async (tx) => {
      await tx.consents.save(user.id, client.id, 'openid', days(2))
      await tx.clientRegistrations.noteConsent(client.id)
      removing = removeUnusedClients({ ...removal, settings }, 50)
      await untilSomebodyWaits()
    })
    await removing
    expect(await store.consents.find(user.id, client.id)).not.toBeNull()
    expect(await database.interaction.count({ where: { id } })).toBe(1)
    expect(await removedOn(2)).toEqual([])
  })
})
