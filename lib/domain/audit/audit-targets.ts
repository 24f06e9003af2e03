import type { AuditEvent } from './audit-events.ts'

/** As in `audit`, which uses this file. */
type Details = Readonly<Record<string, unknown>>

/** The records whose histories show an entry, and its actor. */
export interface AuditTargets {
  readonly userId: number | null
  readonly clientId: number | null
  readonly groupId: number | null
  readonly resourceId: number | null
  readonly actor: string
}

/** Events of every token request. They would bury a history, and cost an entry in each index. */
const bookkeepingEvents = [
  'bumped_user_session',
  'created_auth_code',
  'token_issued_authorization_code_response',
  'token_issued_client_credentials_response',
  'token_issued_device_code_response',
  'token_issued_implicit_response',
  'token_issued_refresh_token_response',
  'token_issued_ropc_response',
] as const satisfies readonly AuditEvent[]

const bookkeeping: ReadonlySet<string> = new Set(bookkeepingEvents)

const noTargets: AuditTargets = {
  userId: null,
  clientId: null,
  groupId: null,
  resourceId: null,
  actor: '',
}

/** Reads the records that an entry is about from its details; none for bookkeeping. */
export function targetsOf(event: AuditEvent, details: Details): AuditTargets {
  if (bookkeeping.has(event)) return noTargets
  const { loggedInUser, targetKind, targetId } = details
  // The session that was replaced was another person's.
  const user = event === 'cross_user_session_replaced' ? details.previousUserId : details.userId
  const named = (kind: string, id: unknown) => idOf(targetKind === kind ? targetId : id)
  return {
    userId: named('user', user),
    clientId: named('client', details.clientId),
    groupId: named('group', details.groupId),
    resourceId: idOf(details.resourceId),
    actor: typeof loggedInUser === 'string' ? loggedInUser : '',
  }
}

export function isBookkeeping(event: string): boolean {
  return bookkeeping.has(event)
}

function idOf(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value : null
}
