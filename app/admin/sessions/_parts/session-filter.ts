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
      address.trim() && { ipAddress: address.trim().slice(0, 64) }),
  }
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
