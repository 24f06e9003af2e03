/** The parameters of a list's address besides search and page. Route files and pages read them alike. */
export interface ListDefinition {
  /** Names the list's cookie and its elements. */
  readonly name: string
  readonly path: string
  /** What the list can be sorted by, with the direction that a first click gives. */
  readonly sorts: Readonly<Record<string, Direction>>
  /** One of `sorts`; the address leaves it out. */
  readonly sort: string
  /** Filters by the name of their parameter: their values, `id` for the id of a record, or `text`. */
  readonly filters: Readonly<Record<string, readonly string[] | 'id' | 'text'>>
  /** Columns beside the first, in order. */
  readonly columns: readonly string[]
  /** Columns that are hidden until the visitor chooses them. */
  readonly hidden?: readonly string[]
}

export type Direction = 'asc' | 'desc'

/** A list as its address describes it. */
export interface ListAddress {
  readonly query: string
  readonly page: number
  readonly sort: string
  readonly order: Direction
  /** The filters that are set. */
  readonly filters: Readonly<Record<string, string>>
}

type Values = Readonly<Record<string, string | string[] | undefined>>

/** Other parameters that the pages of a list use. */
const others = ['done', 'id', 'act', 'all', 'total', 'before', 'find']

/**
 * Reads an address. For a page, an unreadable value counts as absent, and the page shows the filters that are set. An
 * export or a bulk act refuses it (`isReadable`), because a misspelt filter must not stand for everything.
 */
export function readListAddress(
  { sorts, sort: standard, filters }: ListDefinition,
  values: Values,
): ListAddress & { readonly isReadable: boolean } {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '')
  const sort = Object.hasOwn(sorts, text('sort')) ? text('sort') : standard
  const order = (['asc', 'desc'] as const).find((way) => way === text('order'))
  const set = Object.entries(filters).filter(([name, allowed]) => isAllowed(allowed, text(name)))
  const known = new Set([...Object.keys(filters), ...others, 'query', 'page', 'sort', 'order'])
  const isReadable =
    Object.keys(values).every((name) => known.has(name)) &&
    !Array.isArray(values.query) &&
    Object.keys(filters).every(
      (name) => values[name] === undefined || set.some(([other]) => other === name),
    ) &&
    (values.sort === undefined || values.sort === sort) &&
    (values.order === undefined || order !== undefined)
  return {
    query: text('query').trim().slice(0, 200),
    page: /^[1-9]\d{0,8}$/.test(text('page')) ? Number(text('page')) : 1,
    sort,
    order: order ?? sorts[sort] ?? 'asc',
    filters: Object.fromEntries(set.map(([name]) => [name, text(name)])),
    isReadable,
  }
}

function isAllowed(allowed: ListDefinition['filters'][string], value: string): boolean {
  if (allowed === 'text') return value.trim() !== '' && value.length <= 64
  return allowed === 'id' ? /^[1-9]\d{0,14}$/.test(value) : allowed.includes(value)
}

/** The parameters of a list's address, in a fixed order; without the page, every change leads to the first. */
export function listParameters(
  { sorts, sort: standard }: ListDefinition,
  { query, page, sort, order, filters }: Omit<ListAddress, 'page'> & { readonly page?: number },
): Record<string, string> {
  const isStandard = sort === standard && order === sorts[standard]
  return {
    ...(query && { query }),
    ...filters,
    ...(isStandard ? {} : { sort, order }),
    ...(page && page > 1 ? { page: String(page) } : {}),
  }
}

/** An address with parameters; without any, no question mark. */
export function addressWith(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters)
  return query.size > 0 ? `${path}?${query}` : path
}
