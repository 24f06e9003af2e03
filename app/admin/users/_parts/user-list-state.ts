import { readListState, type SearchParams } from '../../../_console/list-state.ts'
import type { NoticeName } from '../../../_console/notices.ts'

/** Where somebody stands in the list of users; every page of a user keeps it for the way back. */
export interface UserListState {
  readonly query: string
  readonly page: number
  /** For the end of an address: '' or `?…`. */
  readonly suffix: string
}

const list = '/admin/users'

/** The query parameter of `listOfUser`. */
export const pageOfList = 'part'

/** Reads the place from an address; what is malformed counts as absent. */
export async function readUserListState(searchParams: SearchParams): Promise<UserListState> {
  const { query, page } = await readListState(searchParams)
  const kept = { ...(query && { query }), ...(page > 1 && { page: String(page) }) }
  const values = new URLSearchParams(kept)
  return { query, page, suffix: values.size > 0 ? `?${values}` : '' }
}

/** The list, as it was left. */
export function listAddress({ suffix }: UserListState): string {
  return `${list}${suffix}`
}

/** A page of a user. */
export function userAddress(id: number, page: string, { suffix }: UserListState): string {
  return `${list}/${id}/${page}${suffix}`
}

/**
 * A list on a page of a user, with pages of its own: their parameter is another than that of the list of users,
 * whose place the address keeps.
 */
export function listOfUser(id: number, section: string, { suffix }: UserListState) {
  const kept = Object.fromEntries(new URLSearchParams(suffix))
  return { size: 20, path: `${list}/${id}/${section}`, kept, name: pageOfList }
}

/** An address that also tells what was done on the way there. */
export function withNotice(address: string, done: NoticeName): string {
  return `${address}${address.includes('?') ? '&' : '?'}done=${done}`
}
