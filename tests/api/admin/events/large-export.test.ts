import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { apiClient } from '#tests/support/api.ts'
import { fixture } from './fixture.ts'

const { app, database, entry } = await fixture()

const rows = 10_000
const createdAt = new Date('2026-04-01T00:00:00Z')
for (let start = 0; start < rows; start += 1_000) {
  await app.store.auditLog.insertAll(
    Array.from({ length: 1_000 }, () => entry('updated_group', { createdAt })),
  )
}
// An export holds what was written before it began.
app.clock.set(new Date('2026-06-01T00:00:00Z'))
const reader = await apiClient(app, ['admin-read'])

async function open() {
  const period = 'from=2026-04-01T00:00:00Z&to=2026-04-01T00:00:01Z'
  const response = await app.fetch(`/api/v1/admin/events/export?format=ndjson&${period}`, {
    headers: { authorization: `Bearer ${reader.value}` },
  })
  if (!response.body) throw new Error('There is no file.')
  return response.body.getReader()
}

/** The entries of the rest of a file. */
async function countRest(file: Awaited<ReturnType<typeof open>>): Promise<number> {
  const decoder = new TextDecoder()
  let lines = 0
  for (let part = await file.read(); !part.done; part = await file.read()) {
    lines += decoder.decode(part.value, { stream: true }).split('\n').length - 1
  }
  return lines
}

test('nothing more is read for a client that has gone away', async () => {
  const walk = vi.spyOn(app.runtime.store.auditLog, 'walkFiltered')
  const file = await open()
  await file.read()
  await file.cancel()
  const read = walk.mock.calls.length
  expect(read).toBeGreaterThan(0)
  // A batch that was under way ends.
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  expect(walk.mock.calls.length - read).toBeLessThanOrEqual(1)
  expect(walk.mock.calls.length).toBeLessThan(rows / 500)
})

test('an export has every entry, and reads no more of them ahead than a few batches', async () => {
  expect(await countRest(await open())).toBe(rows)
  const file = await open()
  await file.read()
  // What the file still holds after this was read before it, and stood in memory.
  await database.auditLog.deleteMany({ where: { createdAt } })
  expect(await countRest(file)).toBeLessThanOrEqual(2_000)
})
