import { describe, expect, test } from 'vitest'
import { type BulkList, problemText, selectedOf } from '#app/_ui/list/bulk-list.ts'
import { maxBulk, readSelection } from '#app/_ui/list/bulk-selection.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { userList } from '#app/admin/users/_parts/user-list.ts'
import { textsIn } from '#lib/i18n/texts.ts'

const before = '2026-03-03T12:00:00.000Z'
const seen = (total: number) => ({ all: 'true', total: String(total), before })

/** A list of as many users as match now. */
function listOf(matching: number): BulkList {
  return {
    definition: userList,
    acts: ['disable'],
    idsOf: async () => ({
      ids: Array.from({ length: matching }, (_, i) => i + 1),
      total: matching,
    }),
    describe: async () => [],
    act: async () => null,
  }
}

async function selected(matching: number, shown: number) {
  const selection = readSelection(userList, seen(shown))
  if (!selection) throw new Error('The selection cannot be read.')
  return selectedOf(listOf(matching), {} as Api, selection)
}

describe('an act on all of a list', () => {
  const t = textsIn('en')

  test('is done to a thousand records', async () => {
    const all = await selected(maxBulk, maxBulk)
    expect(all.ids).toHaveLength(1_000)
    expect(problemText(t, all)).toBeNull()
  })

  test('is refused for more, with how to go on', async () => {
    const tooMany = 'At most 1,000 at a time. Narrow the list first.'
    expect(problemText(t, await selected(1_001, 1_001))).toBe(tooMany)
    expect(problemText(t, await selected(10_001, 10_001))).toBe(tooMany)
  })

  test('is refused if more match than were shown, and done if fewer do', async () => {
    expect(problemText(t, await selected(3, 2))).toContain('3 match now')
    expect(problemText(t, await selected(2, 3))).toBeNull()
  })
})

test.each([
  { ...seen(2), statsu: 'disabled' },
  { ...seen(2), before: 'yesterday' },
  { ...seen(2), all: 'yes' },
  { all: 'true', before },
  { id: Array.from({ length: maxBulk + 1 }, (_, i) => String(i + 1)) },
  { id: ['1', '-1'] },
  {},
])('a selection that cannot be read is none: %j', (values) => {
  expect(readSelection(userList, values)).toBeNull()
})
