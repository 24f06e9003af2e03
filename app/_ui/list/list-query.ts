/** The query of a page's address. */
export type QueryValues = Readonly<Record<string, string | string[] | undefined>>

const maxQueryLength = 200

/**
 * The search text and page number of a list; malformed values count as absent.
 * @param name of the query parameter with the page
 * @param queryName of the query parameter with the search text
 */
export function listQuery(values: QueryValues, name = 'page', queryName = 'query') {
  const { [queryName]: query, [name]: page } = values
  return {
    query: typeof query === 'string' ? query.trim().slice(0, maxQueryLength) : '',
    page: typeof page === 'string' && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}
