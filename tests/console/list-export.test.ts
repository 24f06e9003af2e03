import { expect, test } from 'vitest'
import { csvOf } from '#app/_ui/list/export-route.ts'

interface Row {
  readonly id: number
  readonly name: string
}

/** Entries of an export, read while another process deletes and creates some. */
async function exported(ids: readonly number[], deleted: (batch: number) => readonly number[]) {
  let batch = 0
  const file = await csvOf<Row>(
    {
      name: 'users',
      columns: [
        { field: 'id', value: ({ id }) => id },
        { field: 'name', value: ({ name }) => name },
      ],
      ids,
      read: async (some) => {
        const gone = deleted(batch++)
        // The API gives them in an order of its own.
        return some
          .filter((id) => !gone.includes(id))
          .toReversed()
          .map((id) => ({ id, name: 'Same' }))
      },
    },
    new Date('2026-03-14T23:30:00Z'),
  )
  if (file.kind !== 'file') throw new Error('There is no file.')
  return new TextDecoder().decode(file.body).trimEnd().split('\r\n').slice(1)
}

test('each entry that lives throughout is exported once and in the order of the list, a deleted one never', async () => {
  const ids = Array.from({ length: 450 }, (_, i) => 1_000 - i)
  const lines = await exported(ids, (batch) => (batch === 0 ? [] : [700, 600]))
  const expected = ids.filter((id) => id !== 700 && id !== 600)
  expect(lines).toEqual(expected.map((id) => `"${id}","Same"`))
})
