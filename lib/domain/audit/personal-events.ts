import { type PersonalEvent, personalEvents } from '#lib/answers/personal-events.ts'
import type { AuditEvent } from './audit-events.ts'

/** As in `audit`, which uses this file. */
type Details = Readonly<Record<string, unknown>>

const known: ReadonlySet<string> = new Set(personalEvents satisfies readonly AuditEvent[])

export function isPersonalEvent(event: string): event is PersonalEvent {
  return known.has(event)
}

/** Some events belong to a person's activity only with some details. */
export function isOwnNews(event: PersonalEvent, details: Details): boolean {
  switch (event) {
    // Other causes have an event of their own.
    case 'revoked_user_auth_state':
      return details.reason === 'password_reset'
    case 'terminated_user_session':
      return details.loggedInUser !== ''
    case 'requested_password_reset':
      return details.outcome === 'code_issued'
    default:
      return true
  }
}
