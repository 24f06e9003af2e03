import { notFound, redirect } from 'next/navigation'

/** The query of a page's address, as Next hands it over. */
export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>

const maxQueryLength = 200

/** What is looked for in a list and the page of it; what is malformed counts as absent. */
export async function listPlace(searchParams: SearchParams) {
  const { query, page } = await searchParams
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

interface Shown {
  /** How many entries stand on the page asked for. */
  readonly shown: number
  readonly total: number
  readonly size: number
  readonly path: string
  /** Other query parameters to keep. */
  readonly kept: Readonly<Record<string, string>>
}

/** Leads from a page behind the end of a list to its last one. */
export function leadToLastPage({ shown, total, size, path, kept }: Shown): void {
  if (shown > 0 || total === 0) return
  redirect(`${path}?${new URLSearchParams({ ...kept, page: String(Math.ceil(total / size)) })}`)
}

/** The id of a record in an address; anything else leads to the page that says so. */
export function idInAddress(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) notFound()
  return Number(text)
}
