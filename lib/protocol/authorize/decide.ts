import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import { manageAccountScope } from '#lib/domain/permissions/built-in.ts'
import { offlineAccessScope } from '#lib/domain/permissions/scope-words.ts'
import { type AcrLevel, higherAcr, isAtLeast } from '#lib/domain/sign-in/acr.ts'
import {
  beginsFederated,
  type HeldProof,
  type OwnFactors,
  type Proven,
  provesBoth,
  stillProven,
} from '#lib/domain/sign-in/session-proof.ts'
import type { OAuthErrorCode } from '../errors.ts'
import type { Prompt } from './request-checks.ts'

/** The browser's sign-on session, as far as this authorization may use it. */
export interface InteractionSession extends HeldProof {
  /** Within its idle time and lifetime, credentials unchanged. */
  readonly live: boolean
  /** The sign-in is as recent as `max_age` requires. */
  readonly recent: boolean
}

/** `required`: needed for level 2. `available`: a passkey that is needed only where a second factor is mandatory. */
export type SecondFactor = 'none' | 'available' | 'required'

export interface InteractionUser extends OwnFactors {
  readonly enabled: boolean
  readonly secondFactor: SecondFactor
  /** The page that asks for the second factor. */
  readonly asks: 'otp' | 'passkey'
  /** True when `id_token_hint` names this user, or when there is no hint. */
  readonly hinted: boolean
}

export interface InteractionConsent {
  /** The client asks for consent to every scope. */
  readonly required: boolean
  /** The console's own client: managing the account through it needs no approval. */
  readonly manageAccountExempt: boolean
  /** Scopes approved before; null when there are none, or when they do not matter (`looksAtApproval`). */
  readonly stored: readonly string[] | null
  /**
   * Scopes ticked in this interaction; null before the consent page was answered, and after that answer was
   * withdrawn.
   */
  readonly answered: readonly string[] | null
}

/** The first factor entered in this interaction. */
export interface FirstFactor {
  /** `outdated` when credentials changed since. */
  readonly state: 'none' | 'current' | 'outdated'
  /**
   * A passkey that verifies its user proves both factors at once (NIST SP 800-63B-4 section 3.1.7), and so does a
   * provider that is trusted to check both.
   */
  readonly by: 'pwd' | 'passkey' | 'provider' | 'provider-strong'
}

/** Every input of the decision about the next step. */
export interface InteractionState {
  readonly prompt: readonly Prompt[]
  readonly targetAcr: AcrLevel
  readonly first: FirstFactor
  /** The second factor accepted in this interaction, under the current two-factor settings. */
  readonly second: 'none' | 'otp' | 'passkey' | 'recovery' | 'remembered'
  /** The request asks which account to use, and the answer is still open. */
  readonly choosesAccount: boolean
  /** The user asked for another account than that of the session. */
  readonly wantsOtherAccount: boolean
  /** A provider named an identity that is not linked to an account yet. */
  readonly awaitsAccount: boolean
  /** The sign-in ends with a new link of the account to a provider. */
  readonly links: boolean
  /** New recovery codes wait to be saved. */
  readonly hasNewCodes: boolean
  /** A passkey is to be offered before the sign-in ends. */
  readonly offersPasskey: boolean
  /** The session is young enough to set up a missing second factor, or its page was shown in time. */
  readonly mayEnroll: boolean
  readonly session: InteractionSession | null
  /**
   * The user who entered the password, else the session's owner; null if there is none, or if that user is gone.
   */
  readonly user: InteractionUser | null
  /** The requested scopes without permissions that the user does not hold. */
  readonly scopes: readonly string[]
  readonly consent: InteractionConsent
}

/** Ends the interaction with an error for the client. */
export interface RefuseDecision {
  readonly step: 'refuse'
  readonly error: OAuthErrorCode
  readonly rule: RefusalRule
  readonly description: string
  /** The audit event of the refusal. */
  readonly event?: 'user_disabled' | 'issuance_refused_scope_denied'
}

export interface Proof extends Proven {
  /**
   * `fresh`: by a password in this interaction. `stepped-up`: by the session, with level 2 settled here. `reused`:
   * by the session, as far as it is still valid proof.
   */
  readonly kind: 'fresh' | 'stepped-up' | 'reused'
}

export interface IssueDecision {
  readonly step: 'issue'
  readonly scopes: readonly string[]
  readonly proof: Proof
}

type Level2Step = 'otp' | 'passkey' | 'otp-enrollment'

export type Decision =
  | { readonly step: 'account' | 'sign-in' | 'provider-account' | Level2Step }
  | { readonly step: 'new-recovery-codes' | 'passkey-offer' | 'consent' }
  | IssueDecision
  | RefuseDecision

export const mandatoryLevel: AcrLevel = 'urn:authserver:level2_mandatory'

/** The refusal for an account that is disabled or gone. */
export const accountDisabled = refuse(
  'access_denied',
  'user_disabled',
  'This user account is disabled.',
  'user_disabled',
)
const otherUser = refuse(
  'login_required',
  'other_user_signed_in',
  'A different user signed in than the one named by id_token_hint.',
)
/** The description of the refusal by a user who does not allow access. */
export const declinedDescription = 'The user declined the request.'
/** The refusal when none of the scopes can be granted. */
export const nothingLeft = refuse(
  'access_denied',
  'permission_not_held',
  'The user holds none of the requested scopes.',
  'issuance_refused_scope_denied',
)

/**
 * Decides the next step of an interactive sign-in from the state alone: identify, prove again, approve, issue, or
 * refuse.
 */
export function decide(state: InteractionState): Decision {
  const { user } = state
  if (state.first.state === 'none' && state.awaitsAccount) return { step: 'provider-account' }
  if (state.first.state === 'none' && offersAccount(state)) return { step: 'account' }
  if (state.first.state === 'none' && !mayReuseSession(state)) return { step: 'sign-in' }
  if (!user?.enabled) return accountDisabled
  if (state.first.state === 'outdated') return { step: 'sign-in' }
  if (!user.hinted) return otherUser
  const level2 = level2Step(state, user)
  // Whoever finds a browser open must not make the account their own.
  const isOld = state.first.state === 'none' && !state.mayEnroll
  if (level2 === 'otp-enrollment' && isOld) return { step: 'sign-in' }
  if (level2) return { step: level2 }
  if (state.hasNewCodes) return { step: 'new-recovery-codes' }
  if (!isUsable(state.scopes)) return nothingLeft
  if (state.offersPasskey) return { step: 'passkey-offer' }
  if (state.consent.answered === null && asksConsent(state)) return { step: 'consent' }
  return issue(state)
}

/** A signed-in account can be chosen, unless `id_token_hint` names another one. */
function offersAccount({ choosesAccount, session, user }: InteractionState): boolean {
  return choosesAccount && session?.live === true && user?.hinted === true
}

/** A session replaces the password unless the request, its user, the hint or its age forbid it. */
function mayReuseSession(state: InteractionState): boolean {
  const { prompt, session, user } = state
  if (!session?.live || !session.recent || prompt.includes('login')) return false
  if (state.wantsOtherAccount) return false
  return user?.hinted === true
}

/** The page that level 2 still needs; null when it is not required, settled or skipped. */
function level2Step(state: InteractionState, user: InteractionUser): Level2Step | null {
  if (owesFactorForLink(state, user)) return user.asks
  if (state.second !== 'none' || isStrong(state) || !owesLevel2(state, user)) return null
  if (user.secondFactor === 'required') return user.asks
  if (state.targetAcr !== mandatoryLevel) return null
  return user.secondFactor === 'available' ? user.asks : 'otp-enrollment'
}

/**
 * A new way into an account needs all of its factors, whatever the request demands. A remembered browser is no factor.
 */
function owesFactorForLink(state: InteractionState, user: InteractionUser): boolean {
  if (!state.links || user.secondFactor !== 'required' || isStrong(state)) return false
  return state.second === 'none' || state.second === 'remembered'
}

/** Both factors were proven at once in this interaction. */
function isStrong({ first }: InteractionState): boolean {
  return first.state === 'current' && (first.by === 'passkey' || first.by === 'provider-strong')
}

function owesLevel2(state: InteractionState, user: InteractionUser): boolean {
  const { targetAcr, session } = state
  if (!isLevel2(targetAcr)) return false
  if (state.first.state === 'current' || !session) return true
  if (!isAtLeast(session.acrLevel, targetAcr)) return true
  // A passkey counts by itself, whatever other factors were added or removed.
  if (provesBoth(session)) return false
  if (!session.otpConfigurationCurrent) return true
  return targetAcr === mandatoryLevel && user.secondFactor === 'none'
}

/** True when the user must see the consent page (docs/specification.md "Account scope consent"). */
export function asksConsent({
  prompt,
  scopes,
  consent,
}: Pick<InteractionState, 'prompt' | 'scopes' | 'consent'>): boolean {
  const approved = consent.stored ?? []
  if (prompt.includes('consent') || scopes.includes(offlineAccessScope)) return true
  if (consent.required && !covers(approved, scopes)) return true
  return needsAccountApproval(scopes, consent) && !approved.includes(manageAccountScope)
}

/**
 * True when earlier approvals affect a sign-in for these scopes, or for fewer of them. Otherwise the caller need
 * not read them.
 */
export function looksAtApproval(
  prompt: readonly Prompt[],
  scopes: readonly string[],
  consent: Pick<InteractionConsent, 'required' | 'manageAccountExempt'>,
): boolean {
  if (prompt.includes('consent') || scopes.includes(offlineAccessScope)) return true
  return consent.required || needsAccountApproval(scopes, consent)
}

/**
 * Returns the scopes to be issued that depend on a stored approval, which must cover them until they are issued.
 */
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

/** Grants the scopes that the user holds and, after a consent page, ticked. */
export function issue(state: InteractionState): IssueDecision | RefuseDecision {
  const { answered } = state.consent
  const scopes = answered ? state.scopes.filter((scope) => answered.includes(scope)) : state.scopes
  if (!isUsable(scopes)) return nothingLeft
  return { step: 'issue', scopes, proof: proofOf(state) }
}

/** Proof of possession, of a verified user (OpenID EAP ACR Values 1.0, RFC 8176). */
const passkeyWords = 'pop user mfa'

/** The `amr` values of a first factor. `fed`: another server signed the person in. */
const firstWords: Readonly<Record<FirstFactor['by'], string>> = {
  pwd: 'pwd',
  passkey: passkeyWords,
  provider: 'fed',
  'provider-strong': 'fed mfa',
}

/** The `amr` values of a second factor; a remembered browser adds none. */
const secondWords: Readonly<Record<InteractionState['second'], string>> = {
  none: '',
  otp: 'otp',
  passkey: passkeyWords,
  recovery: 'mfa',
  remembered: '',
}

/** Level and methods that tokens carry (OpenID Connect Core 1.0 section 2, RFC 8176). */
function proofOf(state: InteractionState): Proof {
  const { targetAcr, session, user, second } = state
  if (isStrong(state)) {
    return { kind: 'fresh', acrLevel: mandatoryLevel, authMethods: firstWords[state.first.by] }
  }
  const isFederated = state.first.state !== 'current' && session && beginsFederated(session)
  const first = isFederated ? firstWords.provider : firstWords[state.first.by]
  const authMethods = methodsOf(first, second)
  if (state.first.state === 'current' || !session || !user) {
    return { kind: 'fresh', acrLevel: targetAcr, authMethods }
  }
  const held = stillProven(session, user)
  if (second !== 'none' && second !== 'remembered') {
    return { kind: 'stepped-up', acrLevel: higherAcr(targetAcr, held.acrLevel), authMethods }
  }
  if (owesLevel2(state, user)) return { kind: 'stepped-up', acrLevel: targetAcr, authMethods }
  return { kind: 'reused', ...held }
}

/**
 * The words of a first and a second factor. `fed mfa` is a provider that is trusted with both, so a recovery code after
 * a provider comes first; the order means nothing to applications.
 */
function methodsOf(first: string, second: InteractionState['second']): string {
  const words = [first, secondWords[second]]
  const isRecovered = first === firstWords.provider && second === 'recovery'
  return (isRecovered ? words.toReversed() : words).join(' ').trim()
}

/** True when a token with these scopes would have an audience. */
export function isUsable(scopes: readonly string[]): boolean {
  return scopes.some((scope) => scope !== offlineAccessScope)
}

export function covers(approved: readonly string[], scopes: readonly string[]): boolean {
  return scopes.every((scope) => approved.includes(scope))
}

/** True for the two levels that depend on two-factor authentication. */
export function isLevel2(acrLevel: AcrLevel): boolean {
  return acrLevel !== 'urn:authserver:level1'
}

/** Makes the refusal of an authorization request that was accepted before. */
export function refuse(
  error: OAuthErrorCode,
  rule: RefusalRule,
  description: string,
  event?: RefuseDecision['event'],
): RefuseDecision {
  return { step: 'refuse', error, rule, description, ...(event ? { event } : {}) }
}
