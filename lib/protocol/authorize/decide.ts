import { type AcrLevel, higherAcr, isAtLeast } from '#lib/domain/acr.ts'
import { manageAccountScope } from '#lib/domain/built-in.ts'
import { type HeldProof, type Proven, stillProven } from '#lib/domain/session-proof.ts'
import type { OAuthErrorCode } from '../errors.ts'
import { offlineAccessScope } from '../scopes.ts'
import type { Prompt } from './request-checks.ts'

/** The browser's sign-on session, as far as this authorization may look at it. */
export interface InteractionSession extends HeldProof {
  /** Within its idle time and lifetime, credentials unchanged. */
  readonly live: boolean
  /** Signed in as recently as `max_age` wants. */
  readonly recent: boolean
}

/** The user who acts. */
export interface InteractionUser {
  readonly enabled: boolean
  readonly otpEnabled: boolean
  /** The one `id_token_hint` names, or there is no hint. */
  readonly hinted: boolean
}

/** What is known about the user's approval. */
export interface InteractionConsent {
  /** The client asks for consent to every scope. */
  readonly required: boolean
  /** The console's own client: managing the account through it needs no approval. */
  readonly manageAccountExempt: boolean
  /** Scopes approved before; null when nothing ever was, or it has no say (`looksAtApproval`). */
  readonly stored: readonly string[] | null
  /** Scopes ticked in this interaction; null until its consent page was answered, and when that was withdrawn since. */
  readonly answered: readonly string[] | null
}

/** Everything that decides where a sign-in stands. */
export interface InteractionState {
  readonly prompt: readonly Prompt[]
  readonly targetAcr: AcrLevel
  /** A password entered in this interaction; `outdated` when credentials changed since. */
  readonly password: 'none' | 'current' | 'outdated'
  /** A one-time code accepted in this interaction, under the two-factor settings of now. */
  readonly otpProven: boolean
  readonly session: InteractionSession | null
  /** Whoever entered the password, else the session's owner; null for nobody, or gone. */
  readonly user: InteractionUser | null
  /** The requested scopes without permissions that the user does not hold. */
  readonly scopes: readonly string[]
  readonly consent: InteractionConsent
}

/** The client is told that nothing will be issued. */
export interface RefuseDecision {
  readonly step: 'refuse'
  readonly error: OAuthErrorCode
  readonly description: string
  /** What the audit log says about it. */
  readonly event?: 'user_disabled' | 'issuance_refused_scope_denied'
}

/** How the user of an issued grant was authenticated. */
export interface Proof extends Proven {
  /**
   * `fresh`: by a password in this interaction. `stepped-up`: by the session, whose level 2 was settled
   * here. `reused`: by the session, as far as it may still be presented.
   */
  readonly kind: 'fresh' | 'stepped-up' | 'reused'
}

export interface IssueDecision {
  readonly step: 'issue'
  readonly scopes: readonly string[]
  readonly proof: Proof
}

export type Decision =
  | { readonly step: 'sign-in' | 'otp' | 'otp-enrollment' | 'consent' }
  | IssueDecision
  | RefuseDecision

export const mandatoryLevel: AcrLevel = 'urn:authserver:level2_mandatory'

/** Said to the client about a disabled account, or one that is gone. */
export const accountDisabled = refuse(
  'access_denied',
  'This user account is disabled.',
  'user_disabled',
)
const otherUser = refuse(
  'login_required',
  'A different user signed in than the one named by id_token_hint.',
)
/** Said to the client when none of its scopes can be granted. */
export const nothingLeft = refuse(
  'access_denied',
  'The user holds none of the requested scopes.',
  'issuance_refused_scope_denied',
)

/**
 * The next step of a sign-in with a person in front of it: who are you, prove it again, approve this,
 * done; or the refusal that ends it. Looks at nothing but the state.
 */
export function decide(state: InteractionState): Decision {
  const { user } = state
  if (state.password === 'none' && !mayReuseSession(state)) return { step: 'sign-in' }
  if (!user?.enabled) return accountDisabled
  if (state.password === 'outdated') return { step: 'sign-in' }
  if (!user.hinted) return otherUser
  const level2 = level2Step(state, user)
  if (level2) return { step: level2 }
  if (!isUsable(state.scopes)) return nothingLeft
  if (state.consent.answered === null && asksConsent(state)) return { step: 'consent' }
  return issue(state)
}

/** A session takes the place of a password unless the request, the hint or its age forbid it. */
function mayReuseSession({ prompt, session, user }: InteractionState): boolean {
  if (!session?.live || !session.recent || prompt.includes('login')) return false
  return user?.hinted === true
}

/** The page that level 2 still needs; null when it is not owed, settled or skipped. */
function level2Step(
  state: InteractionState,
  user: InteractionUser,
): 'otp' | 'otp-enrollment' | null {
  if (state.otpProven || !owesLevel2(state, user)) return null
  if (user.otpEnabled) return 'otp'
  return state.targetAcr === mandatoryLevel ? 'otp-enrollment' : null
}

function owesLevel2(state: InteractionState, user: InteractionUser): boolean {
  const { targetAcr, session } = state
  if (!isLevel2(targetAcr)) return false
  if (state.password === 'current' || !session) return true
  if (!isAtLeast(session.acrLevel, targetAcr) || !session.otpConfigurationCurrent) return true
  return targetAcr === mandatoryLevel && !user.otpEnabled
}

/** True when a person must see the consent page (docs/specification.md "Account scope consent"). */
function asksConsent({ prompt, scopes, consent }: InteractionState): boolean {
  const approved = consent.stored ?? []
  if (prompt.includes('consent') || scopes.includes(offlineAccessScope)) return true
  if (consent.required && !covers(approved, scopes)) return true
  return needsAccountApproval(scopes, consent) && !approved.includes(manageAccountScope)
}

/**
 * True when what was approved before has a say in a sign-in for these scopes, or for fewer of them: else it need
 * not be read.
 */
export function looksAtApproval(
  prompt: readonly Prompt[],
  scopes: readonly string[],
  consent: Pick<InteractionConsent, 'required' | 'manageAccountExempt'>,
): boolean {
  if (prompt.includes('consent') || scopes.includes(offlineAccessScope)) return true
  return consent.required || needsAccountApproval(scopes, consent)
}

/** Of the scopes to be issued those that stand on a stored approval: it must cover them until they are issued. */
export function standOnApproval(
  { answered, required, manageAccountExempt }: Omit<InteractionConsent, 'stored'>,
  scopes: readonly string[],
): readonly string[] {
  if (answered !== null || required) return scopes
  return needsAccountApproval(scopes, { manageAccountExempt }) ? [manageAccountScope] : []
}

/** True when managing the account through this client needs the user's approval. */
export function needsAccountApproval(
  scopes: readonly string[],
  consent: Pick<InteractionConsent, 'manageAccountExempt'>,
): boolean {
  return scopes.includes(manageAccountScope) && !consent.manageAccountExempt
}

/** Grants what the user holds and, where a consent page was answered, ticked. */
export function issue(state: InteractionState): IssueDecision | RefuseDecision {
  const { answered } = state.consent
  const scopes = answered ? state.scopes.filter((scope) => answered.includes(scope)) : state.scopes
  if (!isUsable(scopes)) return nothingLeft
  return { step: 'issue', scopes, proof: proofOf(state) }
}

/** Level and methods that tokens tell (OpenID Connect Core 1.0 section 2, RFC 8176). */
function proofOf(state: InteractionState): Proof {
  const { targetAcr, session, user, otpProven } = state
  const authMethods = otpProven ? 'pwd otp' : 'pwd'
  if (state.password === 'current' || !session || !user) {
    return { kind: 'fresh', acrLevel: targetAcr, authMethods }
  }
  const held = stillProven(session, user.otpEnabled)
  if (otpProven) {
    return { kind: 'stepped-up', acrLevel: higherAcr(targetAcr, held.acrLevel), authMethods }
  }
  if (owesLevel2(state, user)) return { kind: 'stepped-up', acrLevel: targetAcr, authMethods }
  return { kind: 'reused', ...held }
}

/** True when a token of these scopes would be meant for somebody. */
export function isUsable(scopes: readonly string[]): boolean {
  return scopes.some((scope) => scope !== offlineAccessScope)
}

/** True when every scope was approved. */
export function covers(approved: readonly string[], scopes: readonly string[]): boolean {
  return scopes.every((scope) => approved.includes(scope))
}

/** True for the two levels that look at two-factor authentication. */
export function isLevel2(acrLevel: AcrLevel): boolean {
  return acrLevel !== 'urn:authserver:level1'
}

/** Makes the refusal of an authorization that had been accepted. */
export function refuse(
  error: OAuthErrorCode,
  description: string,
  event?: RefuseDecision['event'],
): RefuseDecision {
  return { step: 'refuse', error, description, ...(event ? { event } : {}) }
}
