import { listParameters, readListAddress } from '#app/_ui/list/list-address.ts'
import type { QueryValues } from '#app/_ui/list/list-query.ts'
import { userList } from './user-list.ts'

/** The list of users as the visitor left it; every page of a user keeps it for the link back. */
export interface UserListState {
  /** The end of an address: '' or `?…`. */
  readonly suffix: string
}

const list = '/admin/users'

/** The query parameters of `listOfUser`; those of the list of users stand beside them. */
export const pageOfList = 'part'
export const searchOfList = 'find'

/** Reads the list state from an address; malformed values count as absent. */
export function userListStateOf(values: QueryValues): UserListState {
  const suffix = new URLSearchParams(listParameters(userList, readListAddress(userList, values)))
  return { suffix: suffix.size > 0 ? `?${suffix}` : '' }
}

/** The list's state in the query of a form. */
export function listStateOf(query: URLSearchParams): UserListState {
  return userListStateOf(Object.fromEntries(query))
}

/** The list, at the page and search that the visitor came from. */
export function listAddress({ suffix }: UserListState): string {
  return `${list}${suffix}`
}

export function userAddress(id: number, page: string, { suffix }: UserListState): string {
  return `${list}/${id}/${page}${suffix}`
}

/**
 * A paginated list on a page of a user. It has its own query parameter, because `page` belongs to the list of users.
 */
export function listOfUser(id: number, section: string, { suffix }: UserListState) {
  const kept = Object.fromEntries(new URLSearchParams(suffix))
  return { size: 20, path: `${list}/${id}/${section}`, kept, name: pageOfList }
}
