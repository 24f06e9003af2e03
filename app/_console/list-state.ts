import { notFound, redirect } from 'next/navigation'

/** The query of a page's address, as Next hands it over. */
export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>

const maxQueryLength = 200

/**
 * What is looked for in a list and the page of it; what is malformed counts as absent.
 * @param name of the query parameter with the page
 * @param queryName of the one with what is looked for
 */
export async function readListState(
  searchParams: SearchParams,
  name = 'page',
  queryName = 'query',
) {
  const { [queryName]: query, [name]: page } = await searchParams
  return {
    query: typeof query === 'string' ? query.trim().slice(0, maxQueryLength) : '',
    page: typeof page === 'string' && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}

/** Whether one of the texts contains what is looked for, whatever its case. */
export function isFound(query: string, ...texts: readonly string[]): boolean {
  const wanted = query.toLocaleLowerCase('en')
  return texts.some((text) => text.toLocaleLowerCase('en').includes(wanted))
}

interface ListAddress {
  /** Entries of a page. */
  readonly size: number
  readonly path: string
  /** Other query parameters to keep. */
  readonly kept: Readonly<Record<string, string>>
  /** The query parameter with the page; `page` unless said otherwise. */
  readonly name?: string
}

interface Shown extends ListAddress {
  /** How many entries stand on the page asked for. */
  readonly shown: number
  readonly total: number
}

/** Leads from a page behind the end of a list to its last one. */
export function leadToLastPage({ shown, total, size, path, kept, name = 'page' }: Shown): void {
  if (shown > 0 || total === 0) return
  redirect(`${path}?${new URLSearchParams({ ...kept, [name]: String(Math.ceil(total / size)) })}`)
}

/** The entries of a page of a list that the API gives whole; a page behind its end leads to the last one. */
export function entriesOfPage<T>(all: readonly T[], page: number, list: ListAddress): readonly T[] {
  const shown = all.slice((page - 1) * list.size, page * list.size)
  leadToLastPage({ ...list, shown: shown.length, total: all.length })
  return shown
}

/** The id of a record in an address; anything else leads to the page that says so. */
export function idInAddress(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) notFound()
  return Number(text)
}
