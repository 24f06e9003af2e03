import { readListState, type SearchParams } from '../../../_console/list-state.ts'
import type { NoticeName } from '../../../_console/notices.ts'

/** The page and search of the list of users; every page of a user keeps it for the link back. */
export interface UserListState {
  readonly query: string
  readonly page: number
  /** The end of an address: '' or `?…`. */
  readonly suffix: string
}

const list = '/admin/users'

/** The query parameter with the page of `listOfUser`. */
export const pageOfList = 'part'

/** Reads the list state from an address; malformed values count as absent. */
export async function readUserListState(searchParams: SearchParams): Promise<UserListState> {
  const { query, page } = await readListState(searchParams)
  const kept = { ...(query && { query }), ...(page > 1 && { page: String(page) }) }
  const values = new URLSearchParams(kept)
  return { query, page, suffix: values.size > 0 ? `?${values}` : '' }
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

/** An address with the name of the message to show there. */
export function withNotice(address: string, done: NoticeName): string {
  return `${address}${address.includes('?') ? '&' : '?'}done=${done}`
}
