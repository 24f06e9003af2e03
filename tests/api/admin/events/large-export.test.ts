import { expect, test } from 'vitest'
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

test('an export has every entry, and reads no more of them ahead than a few batches', async () => {
  expect(await countRest(await open())).toBe(rows)
  const file = await open()
  await file.read()
  // What the file still holds after this was read before it, and stood in memory.
  await database.auditLog.deleteMany({ where: { createdAt } })
  expect(await countRest(file)).toBeLessThanOrEqual(2_000)
})

test('a client that goes away leaves nothing behind that waits for it', async () => {
  const file = await open()
  await file.read()
  await file.cancel()
  expect((await app.fetch('/health')).status).toBe(200)
})
