import type { AuditDetails } from './audit.ts'
import type { AuditEvent } from './audit-events.ts'

/**
 * The events that people see in their own activity: what happened to the account, and who tried to get into it. Tokens,
 * and what the server does as a part of something else, are left out.
 */
export const personalEvents = [
  'added_user_permission',
  'auth_failed_otp',
  'auth_failed_pwd',
  'changed_password',
  'created_user',
  'cross_user_session_replaced',
  'deleted_own_profile_picture',
  'deleted_own_user_consent',
  'deleted_user_consent',
  'deleted_user_permission',
  'deleted_user_profile_picture',
  'disabled_otp',
  'enabled_otp',
  'logout',
  'refresh_token_replay_detected',
  'requested_password_reset',
  'revoked_user_auth_state',
  'saved_consent',
  'sign_in_link_required',
  'started_new_user_session',
  'terminated_user_session',
  'updated_own_address',
  'updated_own_email',
  'updated_own_phone',
  'updated_own_profile',
  'updated_own_profile_picture',
  'updated_user_address',
  'updated_user_authentication',
  'updated_user_details',
  'updated_user_email',
  'updated_user_phone',
  'updated_user_profile',
  'updated_user_profile_picture',
  'used_sign_in_link',
  'user_added_to_group',
  'user_removed_from_group',
  'verified_email',
] as const satisfies readonly AuditEvent[]

export type PersonalEvent = (typeof personalEvents)[number]

const known: ReadonlySet<string> = new Set(personalEvents)

export function isPersonalEvent(event: string): event is PersonalEvent {
  return known.has(event)
}

/** The user in whose own activity the event belongs; null for none. */
export function personOf(event: AuditEvent, details: AuditDetails): number | null {
  if (!isPersonalEvent(event) || !isOwnNews(event, details)) return null
  // The session that was replaced was another person's.
  const id = event === 'cross_user_session_replaced' ? details.previousUserId : details.userId
  return typeof id === 'number' && id > 0 ? id : null
}

/** Some events are news for the person only with some details. */
function isOwnNews(event: PersonalEvent, details: AuditDetails): boolean {
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
