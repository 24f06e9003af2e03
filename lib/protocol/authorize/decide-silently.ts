import { manageAccountScope } from '#lib/domain/permissions/built-in.ts'
import { offlineAccessScope } from '#lib/domain/permissions/scope-words.ts'
import { type AcrLevel, isAtLeast } from '#lib/domain/sign-in/acr.ts'
import { namesLostFactor, provesBoth } from '#lib/domain/sign-in/session-proof.ts'
import {
  accountDisabled,
  covers,
  type InteractionSession,
  type InteractionState,
  type InteractionUser,
  type IssueDecision,
  isLevel2,
  issue,
  isUsable,
  mandatoryLevel,
  needsAccountApproval,
  nothingLeft,
  type RefuseDecision,
  refuse,
} from './decide.ts'

/**
 * As `decide`, for `prompt=none`. No page may be shown, so each page becomes an error with its reason for the
 * client (OpenID Connect Core 1.0, section 3.1.2.6). The checks run in the order of the errors.
 */
export function decideSilently(state: InteractionState): IssueDecision | RefuseDecision {
  const { session, user, targetAcr } = state
  if (!session || !user)
    return refuse('login_required', 'silent_not_signed_in', 'The user is not signed in.')
  if (!session.live)
    return refuse('login_required', 'silent_not_signed_in', 'The session is no longer valid.')
  if (!session.recent) {
    return refuse(
      'login_required',
      'silent_sign_in_too_old',
      'The last sign-in is older than max_age allows.',
    )
  }
  if (!user.enabled) return accountDisabled
  if (!user.hinted) {
    return refuse(
      'login_required',
      'other_user_signed_in',
      'The signed-in user is not the one named by id_token_hint.',
    )
  }
  return silentLevelRefusal(session, user, targetAcr) ?? silentGrant(state, session, user)
}

function silentLevelRefusal(
  session: InteractionSession,
  user: InteractionUser,
  targetAcr: AcrLevel,
): RefuseDecision | null {
  if (!isAtLeast(session.acrLevel, targetAcr)) {
    return refuse(
      'interaction_required',
      'silent_step_needed',
      'The session does not meet the requested authentication level.',
    )
  }
  if (provesBoth(session)) return null
  if (targetAcr === mandatoryLevel && user.secondFactor === 'none') {
    return refuse(
      'interaction_required',
      'silent_step_needed',
      'The user has to set up two-factor authentication.',
    )
  }
  if (isLevel2(targetAcr) && !session.otpConfigurationCurrent) {
    return refuse(
      'interaction_required',
      'silent_step_needed',
      'Two-factor settings changed since the last sign-in.',
    )
  }
  return null
}

function silentGrant(
  state: InteractionState,
  session: InteractionSession,
  user: InteractionUser,
): IssueDecision | RefuseDecision {
  if (!isUsable(state.scopes)) return nothingLeft
  const missing = missingApproval(state)
  if (missing) return refuse('consent_required', 'silent_consent_needed', missing)
  // The session's second factor refers to an authenticator that is gone, so a token must not repeat it.
  if (namesLostFactor(session, user)) {
    return refuse('login_required', 'silent_not_signed_in', 'The user is not signed in.')
  }
  return issue(state)
}

/** Returns why a silent request lacks consent, or null when consent suffices. */
function missingApproval({ scopes, consent }: InteractionState): string | null {
  const everything = consent.required || scopes.includes(offlineAccessScope)
  const needed = everything
    ? scopes
    : needsAccountApproval(scopes, consent)
      ? [manageAccountScope]
      : []
  if (covers(consent.stored ?? [], needed)) return null
  return consent.stored === null
    ? 'The user has not approved this client.'
    : 'The user has not approved every requested scope.'
}
