/** The query of a page's address, as Next hands it over. */
export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>

/** Where somebody stands in the list of users; every page of a user keeps it for the way back. */
export interface Place {
  readonly query: string
  readonly page: number
  /** For the end of an address: '' or `?…`. */
  readonly suffix: string
}

const list = '/admin/users'
const maxQueryLength = 200

/** Reads the place from an address; what is malformed counts as absent. */
export async function placeIn(searchParams: SearchParams): Promise<Place> {
  const { query, page } = await searchParams
  return placeOf(query, page)
}

/** The list, as it was left. */
export function listAddress({ suffix }: Place): string {
  return `${list}${suffix}`
}

/** A page of a user. */
export function userAddress(id: number, page: string, { suffix }: Place): string {
  return `${list}/${id}/${page}${suffix}`
}

/** An address that also tells what was done on the way there. */
export function withNotice(address: string, done: 'created' | 'saved' | 'deleted'): string {
  return `${address}${address.includes('?') ? '&' : '?'}done=${done}`
}

function placeOf(query: unknown, page: unknown): Place {
  const text = typeof query === 'string' ? query.slice(0, maxQueryLength) : ''
  const number = typeof page === 'string' && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1
  const kept = { ...(text && { query: text }), ...(number > 1 && { page: String(number) }) }
  const values = new URLSearchParams(kept)
  return { query: text, page: number, suffix: values.size > 0 ? `?${values}` : '' }
}
