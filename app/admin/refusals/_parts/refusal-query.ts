import { type RefusalRule, refusalRules } from '#lib/answers/refusal-rules.ts'

/** What the address of the page may ask for. */
export interface RefusalQuery {
  readonly requestId?: string
  readonly clientId?: string
  readonly userId?: string
  readonly rule?: RefusalRule
  /** Place in the list. */
  readonly after?: string
}

type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Reads the query of an address; malformed values count as absent. */
export function refusalQueryIn(parameters: SearchParams): RefusalQuery {
  const text = (name: string) => {
    const value = parameters[name]
    return typeof value === 'string' ? value.trim().slice(0, 100) : ''
  }
  const requestId = text('requestId')
  const rule = refusalRules.find((known) => known === text('rule'))
  const ids = (['clientId', 'userId', 'after'] as const).filter((name) =>
    /^[1-9]\d{0,14}$/.test(text(name)),
  )
  return {
    ...(requestId && { requestId }),
    ...(rule && { rule }),
    ...Object.fromEntries(ids.map((name) => [name, text(name)])),
  }
}

/** The address of the refused requests of a query. */
export function refusalsAddress(query: RefusalQuery): string {
  const parameters = new URLSearchParams({ ...query })
  return parameters.size > 0 ? `/admin/refusals?${parameters}` : '/admin/refusals'
}
