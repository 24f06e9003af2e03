import { expect, test } from 'vitest'
import {
  pageOfList,
  searchOfList,
  userListStateOf,
} from '#app/admin/users/_parts/user-list-state.ts'

test('a list on a page of a user has parameters of its own: the list of users keeps its filters beside them', () => {
  const kept = { group: '5', permission: '7', page: '2', query: 'ann' }
  const { suffix } = userListStateOf({ ...kept, [pageOfList]: '3', [searchOfList]: '9' })
  expect(Object.fromEntries(new URLSearchParams(suffix))).toEqual(kept)
})
