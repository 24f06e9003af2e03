import { notFound, redirect } from 'next/navigation'
import { listQuery, type QueryValues } from './list-query.ts'

/** The query of a page's address, as Next passes it. */
export type SearchParams = Promise<QueryValues>

/** As `listQuery`, for a page. */
export async function readListState(
  searchParams: SearchParams,
  ...names: [name?: string, queryName?: string]
) {
  return listQuery(await searchParams, ...names)
}

/** Whether one of the texts contains the search text, ignoring case. */
export function isFound(query: string, ...texts: readonly string[]): boolean {
  const wanted = query.toLocaleLowerCase('en')
  return texts.some((text) => text.toLocaleLowerCase('en').includes(wanted))
}

interface ListAddress {
  /** Entries per page. */
  readonly size: number
  readonly path: string
  /** Other query parameters to keep. */
  readonly kept: Readonly<Record<string, string>>
  /** The query parameter with the page. Default: `page`. */
  readonly name?: string
}

interface Shown extends ListAddress {
  /** Number of entries on the requested page. */
  readonly shown: number
  readonly total: number
}

/** Redirects from a page beyond the end of a list to its last page. */
export function leadToLastPage({ shown, total, size, path, kept, name = 'page' }: Shown): void {
  if (shown > 0 || total === 0) return
  redirect(`${path}?${new URLSearchParams({ ...kept, [name]: String(Math.ceil(total / size)) })}`)
}

/** One page of a list that the API returns whole; a page beyond the end redirects to the last one. */
export function entriesOfPage<T>(all: readonly T[], page: number, list: ListAddress): readonly T[] {
  const shown = all.slice((page - 1) * list.size, page * list.size)
  leadToLastPage({ ...list, shown: shown.length, total: all.length })
  return shown
}

/** A record's id from the address; anything else shows the not-found page. */
export function idInAddress(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) notFound()
  return Number(text)
}
