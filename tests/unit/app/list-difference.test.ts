import { expect, test } from 'vitest'
import { listDifference } from '#app/_ui/form/list-difference.ts'

const nothing = { added: [], removed: [] }

test('each side of a concurrent save is told what it added and removed', () => {
  const lists = { read: ['a', 'b', 'c'], mine: ['b', 'c', 'mine'], now: ['a', 'b', 'theirs'] }
  expect(listDifference(lists)).toEqual({
    mine: { added: ['mine'], removed: ['a'] },
    theirs: { added: ['theirs'], removed: ['c'] },
  })
})

test('what both sides did is no difference', () => {
  const lists = { read: ['a', 'b'], mine: ['b', 'new'], now: ['b', 'new'] }
  expect(listDifference(lists)).toEqual({ mine: nothing, theirs: nothing })
})
