import { expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { removeUnusedClients } from '#lib/domain/clients/unused-clients.ts'
import { aSelfRegisteredClient } from '#tests/api/admin/clients/self-registered.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

const { store, client: database } = await openSeededDatabase()
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
  await database.clientRegistration.deleteMany()
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
