/** The viewer's filter, as it is in the address. */
export interface Filter {
  /** '' for all. */
  readonly auditEvent: string
  /** '' for all. */
  readonly requestId: string
  /** From 1. */
  readonly page: number
}

export const viewer = '/admin/settings/audit-log-viewer'

type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Reads the filter from an address; malformed values count as absent. */
export function filterIn(parameters: SearchParams): Filter {
  const text = (name: string) => {
    const value = parameters[name]
    return typeof value === 'string' ? value.trim().slice(0, 200) : ''
  }
  const page = /^[1-9]\d{0,8}$/.test(text('page')) ? Number(text('page')) : 1
  return { auditEvent: text('auditEvent'), requestId: text('requestId'), page }
}

/** The filter without its page, as query parameters. */
export function filterQuery({ auditEvent, requestId }: Omit<Filter, 'page'>) {
  return { ...(auditEvent && { auditEvent }), ...(requestId && { requestId }) }
}

/** The address of the viewer with this filter. */
export function filterAddress({ page, ...filter }: Filter): string {
  const query = new URLSearchParams(filterQuery(filter))
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${viewer}?${query}` : viewer
}
