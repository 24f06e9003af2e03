import type { QueryValues } from '#app/_ui/list/list-query.ts'

/** Which sessions the page shows, from its address; malformed values count as absent. */
export interface SessionFilter {
  readonly userId?: number
  readonly clientId?: number
  readonly ipAddress?: string
}

export function sessionFilterOf({ user, application, address }: QueryValues): SessionFilter {
  return {
    ...(isId(user) && { userId: Number(user) }),
    ...(isId(application) && { clientId: Number(application) }),
    ...(typeof address === 'string' &&
      address.trim() &&
      !address.includes('\0') && { ipAddress: address.trim().slice(0, 64) }),
  }
}

/** The place in the list of an address; '' for the first page, and for a place that the API would refuse. */
export function sessionPlaceOf({ after }: QueryValues): string {
  // 14 digits of milliseconds reach the year 5138.
  return typeof after === 'string' && /^\d{1,14}-\d{1,15}$/.test(after) ? after : ''
}

/** The same filter as the query of an address. */
export function queryOf({ userId, clientId, ipAddress }: SessionFilter): Record<string, string> {
  return {
    ...(userId && { user: String(userId) }),
    ...(clientId && { application: String(clientId) }),
    ...(ipAddress && { address: ipAddress }),
  }
}

function isId(value: string | string[] | undefined): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value)
}
