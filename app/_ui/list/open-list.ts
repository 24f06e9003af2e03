import { listChoice } from '#lib/http/page.ts'
import {
  addressWith,
  type ListAddress,
  type ListDefinition,
  listParameters,
  readListAddress,
} from './list-address.ts'
import { readListChoice } from './list-choice.ts'
import { leadToLastPage, type SearchParams } from './list-state.ts'

/** A list as a page shows it: what its address and the browser's choice say. */
export interface List extends ListAddress {
  readonly definition: ListDefinition
  readonly size: number
  /** The shown columns, in the order of the definition. */
  readonly columns: readonly string[]
  /** The parameters of this list's address, without the page. */
  readonly kept: Readonly<Record<string, string>>
  /** The address of this list with something changed; on the first page unless the change names one. */
  href(change?: Partial<ListAddress>): string
}

/** Reads a list from the address of a page and from the browser's cookie. */
export async function openList(
  definition: ListDefinition,
  searchParams: SearchParams,
): Promise<List> {
  const address = readListAddress(definition, await searchParams)
  const { size, columns } = readListChoice(await listChoice(definition.name))
  const { hidden = [] } = definition
  const isShown = (name: string) => columns?.includes(name) ?? !hidden.includes(name)
  return {
    ...address,
    definition,
    size,
    columns: definition.columns.filter(isShown),
    kept: listParameters(definition, { ...address, page: 1 }),
    href: (change = {}) =>
      addressWith(definition.path, listParameters(definition, { ...address, page: 1, ...change })),
  }
}

/** Redirects from a page beyond the end of a list to its last page. */
export function stayWithin(list: List, shown: number, total: number): void {
  const { size, kept, definition } = list
  leadToLastPage({ shown, total, size, path: definition.path, kept })
}
