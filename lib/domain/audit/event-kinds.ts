import type { EventCategory, EventOutcome } from '#lib/answers/event-kinds.ts'
import { type AuditEvent, auditEvents } from './audit-events.ts'
import { isBookkeeping } from './audit-targets.ts'

const security: ReadonlySet<AuditEvent> = new Set([
  'administrative_permission_changed',
  'administrative_scope_refused',
  'administrator_change_refused',
  'auth_ceremony_mismatch',
  'auth_code_reuse_detected',
  'client_assertion_replayed',
  'dpop_proof_replayed',
  'otp_code_replay_detected',
  'passkey_counter_regressed',
  'rate_limit_exceeded',
  'refresh_token_replay_detected',
  'released_unverified_address',
  'unusual_sign_in_failures',
  'viewed_client_secret',
])

const signIns: ReadonlySet<AuditEvent> = new Set([
  'auth_failed_otp',
  'auth_failed_passkey',
  'auth_failed_provider',
  'auth_failed_pwd',
  'auth_failed_recovery_code',
  'auth_success_otp',
  'auth_success_passkey',
  'auth_success_provider',
  'auth_success_pwd',
  'cross_user_session_replaced',
  'device_authorization_approved',
  'device_authorization_denied',
  'failed_account_activation_code',
  'failed_reset_password_code',
  'issuance_refused_redirect_uri',
  'issuance_refused_scope_denied',
  'issuance_refused_session_invalid',
  'logout',
  'redemption_refused_redirect_uri',
  'requested_password_reset',
  'requested_registration',
  'requested_sign_in_link',
  'ropc_auth_failed',
  'sign_in_link_required',
  'started_new_user_session',
  'token_scope_denied',
  'used_recovery_code',
  'used_sign_in_link',
  'user_disabled',
])

const refused: ReadonlySet<string> = new Set([
  'administrative_scope_refused',
  'administrator_change_refused',
  'auth_ceremony_mismatch',
  'auth_code_reuse_detected',
  'auth_failed_otp',
  'auth_failed_passkey',
  'auth_failed_provider',
  'auth_failed_pwd',
  'auth_failed_recovery_code',
  'backchannel_logout_failed',
  'client_assertion_replayed',
  'device_authorization_denied',
  'dpop_proof_replayed',
  'failed_account_activation_code',
  'failed_email_verification_code',
  'failed_reset_password_code',
  'issuance_refused_redirect_uri',
  'issuance_refused_scope_denied',
  'issuance_refused_session_invalid',
  'otp_code_replay_detected',
  'passkey_counter_regressed',
  'rate_limit_exceeded',
  'redemption_refused_redirect_uri',
  'refresh_token_replay_detected',
  'ropc_auth_failed',
  'sign_in_link_required',
  'token_scope_denied',
  'user_disabled',
] satisfies readonly AuditEvent[])

export function categoryOf(event: AuditEvent): EventCategory {
  if (isBookkeeping(event)) return 'tokens'
  if (security.has(event)) return 'security'
  return signIns.has(event) ? 'sign_ins' : 'changes'
}

export function outcomeOf(event: string): EventOutcome {
  return refused.has(event) ? 'refused' : 'done'
}

/** The events that match; undefined for all of them. A named event needs no category, but matches only its own. */
export function eventsMatching(
  event: string | undefined,
  category: EventCategory | 'all' | undefined,
  outcome: EventOutcome | undefined,
): readonly string[] | undefined {
  if (event === undefined && category === 'all' && outcome === undefined) return undefined
  const isWanted = (one: string) =>
    (outcome === undefined || outcomeOf(one) === outcome) &&
    (category === undefined
      ? event !== undefined || !isBookkeeping(one)
      : category === 'all' || categoryOf(one as AuditEvent) === category)
  return (event === undefined ? auditEvents : [event]).filter(isWanted)
}
