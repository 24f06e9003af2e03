import type { SignInCookies } from '#lib/base/network/incoming.ts'
import type { AnyContext, Context } from '#lib/context.ts'
import { approvedScopes } from '#lib/domain/clients/consents.ts'
import { usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { mayOfferPasskey } from '#lib/domain/passkeys/offer.ts'
import { usablePasskeys } from '#lib/domain/passkeys/usable.ts'
import { isConsoleClient } from '#lib/domain/permissions/built-in.ts'
import { heldScopes } from '#lib/domain/permissions/permissions.ts'
import {
  type BrowserSession,
  browserSession,
  sessionAcr,
  sessionState,
} from '#lib/domain/sessions/sessions.ts'
import { isRememberedBrowser } from '#lib/domain/sessions/user-devices.ts'
import { isJustProven } from '#lib/domain/sign-in/factor-confirmation.ts'
import { ownFactors } from '#lib/domain/sign-in/session-proof.ts'
import type {
  ConsentRecord,
  InteractionRecord,
  PasskeyRecord,
  UserRecord,
} from '#lib/persistence/store.ts'
import { isAdministrativeScope, isPermissionScope, parseScope } from '../scopes.ts'
import { openPending, type PendingIdentity } from '../upstream/pending-identity.ts'
import { isTrustedLink } from '../upstream/read-standing.ts'
import {
  covers,
  type FirstFactor,
  type InteractionSession,
  type InteractionState,
  looksAtApproval,
} from './decide.ts'
import type { Interaction } from './interaction.ts'
import type { AuthorizationRequest } from './request.ts'

/** The state of an interaction, and the rows from which it was read. */
export interface LoadedInteraction {
  readonly state: InteractionState
  /** The user who entered the password, else the owner of the usable session. */
  readonly user: UserRecord | null
  /** The user's passkeys, those of other relying parties too. */
  readonly passkeys: readonly PasskeyRecord[]
  /** The browser's session, with any owner and in any state. */
  readonly browser: BrowserSession | null
}

/**
 * Reads the state of an interaction, with independent reads in parallel.
 * @param cookies of the sign-on session, and of a browser that may be remembered
 * @param entered the user of a password entered just now, as read for its check, and the session to continue;
 *   absent: read from the interaction and the cookie
 */
export async function loadInteraction(
  ctx: Context,
  { request, row }: Interaction,
  cookies: Pick<SignInCookies, 'session' | 'device'>,
  entered?: { readonly user: UserRecord; readonly session?: BrowserSession },
): Promise<LoadedInteraction> {
  const enteredId = firstProvenAt(row) ? (row?.userId ?? null) : null
  const [browser, enteredUser] = await Promise.all([
    entered?.session ?? browserSession(ctx, cookies.session),
    entered?.user ?? (enteredId === null ? null : ctx.store.users.findById(enteredId)),
  ])
  const session = browser && mayUse(row, browser) ? browser : null
  const user = firstProvenAt(row) ? enteredUser : (session?.user ?? null)
  const approval = approvalOf(request)
  const pending = openPending(ctx, row)
  const { wantsOtherAccount = false } = request
  const [scopes, consent, passkeys, isOfProvider] = user
    ? await Promise.all([
        effectiveScopes(ctx, user.id, request.scopes),
        row?.consentedScope || looksAtApproval(request.prompt, request.scopes, approval)
          ? ctx.store.consents.find(user.id, request.client.id)
          : null,
        // A user who never had a passkey costs no query.
        user.passkeyUserHandle === null ? [] : ctx.store.passkeys.findOfUser(user.id),
        row?.providerId ? isProvenBy(ctx, row.providerId, user, pending) : false,
      ])
    : [[], null, [], false]
  const state: InteractionState = {
    prompt: request.prompt,
    targetAcr: request.targetAcr,
    first: firstOf(row, user, passkeys, isOfProvider),
    second: await secondOf(
      ctx,
      { request, row },
      pending === null ? cookies : null,
      user,
      passkeys,
    ),
    choosesAccount:
      request.prompt.includes('select_account') && !wantsOtherAccount && !row?.accountChosenAt,
    wantsOtherAccount,
    awaitsAccount: pending !== null,
    links: pending !== null && user !== null && pending.linkTo === user.id,
    hasNewCodes: hasNewCodes(row, user),
    offersPasskey: offersPasskey(ctx, row, user, passkeys),
    mayEnroll: mayEnroll(ctx, row, session),
    session: session && sessionOf(ctx, session, request),
    user: user && {
      enabled: user.enabled,
      ...ownFactors(user),
      ...secondFactorOf(ctx, user, passkeys, row?.canOfferPasskey ?? false),
      hinted: request.hintSubject === '' || request.hintSubject === user.subject,
    },
    scopes,
    consent: { ...approval, ...answersOf(row, user, consent) },
  }
  return { state, user, passkeys, browser }
}

/** Returns the scopes without permissions that the user does not hold. Those are dropped silently. */
export async function effectiveScopes(
  ctx: AnyContext,
  userId: number,
  scopes: readonly string[],
): Promise<readonly string[]> {
  if (!scopes.some(isPermissionScope)) return scopes
  const held = await heldScopes(ctx, userId)
  return scopes.filter((scope) => !isPermissionScope(scope) || held.has(scope))
}

/**
 * An interaction that showed a page to one user never continues with the session of another user of the browser.
 */
function mayUse(row: InteractionRecord | null, { user }: BrowserSession): boolean {
  return row === null || row.userId === null || row.userId === user.id
}

/** When the first factor was accepted in this interaction; null before that. */
export function firstProvenAt(row: InteractionRecord | null): Date | null {
  return row?.passwordVerifiedAt ?? row?.firstFactorAt ?? null
}

const firstFactors = ['passkey', 'provider', 'provider-strong'] as const

/** True when the provider may still be used, and the user is linked to it or about to be. */
async function isProvenBy(
  ctx: Context,
  providerId: number,
  { id }: UserRecord,
  pending: PendingIdentity | null,
): Promise<boolean> {
  const provider = await usableProvider(ctx, { id: providerId })
  if (!provider) return false
  if (!pending?.isTrusted || pending.linkTo !== id) {
    return (await ctx.store.userIdentities.findAt(id, providerId)) !== null
  }
  return isTrustedLink(ctx, provider, pending, id)
}

function firstOf(
  row: InteractionRecord | null,
  user: UserRecord | null,
  passkeys: readonly PasskeyRecord[],
  isOfProvider: boolean,
): FirstFactor {
  if (!row || !firstProvenAt(row)) return { state: 'none', by: 'pwd' }
  const by = firstFactors.find((one) => one === row.firstFactor) ?? 'pwd'
  const isThere =
    by === 'pwd' ||
    (by === 'passkey' ? passkeys.some(({ id }) => id === row.passkeyId) : isOfProvider)
  const isCurrent = isThere && row?.authStateGeneration === user?.authStateGeneration
  return { state: isCurrent ? 'current' : 'outdated', by }
}

async function secondOf(
  ctx: Context,
  { request, row }: Interaction,
  cookies: Pick<SignInCookies, 'device'> | null,
  user: UserRecord | null,
  passkeys: readonly PasskeyRecord[],
): Promise<InteractionState['second']> {
  const proven = provenSecond(row, user, passkeys)
  // Another provider can be connected only with the second factor itself.
  if (proven !== 'none' || !user || !cookies || !mayBeRemembered(request)) return proven
  const { secondFactor } = secondFactorOf(ctx, user, passkeys, false)
  if (secondFactor !== 'required') return 'none'
  return (await isRememberedBrowser(ctx, cookies.device, user)) ? 'remembered' : 'none'
}

/**
 * True when a remembered browser replaces the second factor: only where that is optional, and never for administrative
 * rights.
 */
function mayBeRemembered(request: AuthorizationRequest): boolean {
  const { targetAcr, prompt, scopes } = request
  if (targetAcr !== 'urn:authserver:level2_optional' || prompt.includes('login')) return false
  if (request.wantsOtherAccount) return false
  // Without a page, the session alone counts.
  if (prompt.includes('none')) return false
  return !scopes.some(isAdministrativeScope)
}

function provenSecond(
  row: InteractionRecord | null,
  user: UserRecord | null,
  passkeys: readonly PasskeyRecord[],
): InteractionState['second'] {
  if (!row || !user || row.userId !== user.id) return 'none'
  if (row.otpConfigGeneration !== user.otpConfigGeneration) return 'none'
  if (row.otpVerifiedAt) return 'otp'
  if (!row.secondFactorAt) return 'none'
  if (row.secondFactor === 'recovery') return 'recovery'
  return passkeys.some(({ id }) => id === row.passkeyId) ? 'passkey' : 'none'
}

/** When the second factor was accepted in this interaction; null before that. */
export function secondProvenAt({ otpVerifiedAt, secondFactorAt }: InteractionRecord): Date | null {
  return otpVerifiedAt ?? secondFactorAt
}

function hasNewCodes(row: InteractionRecord | null, user: UserRecord | null): boolean {
  return row !== null && row.newCodesEncrypted !== null && row.userId === user?.id
}

function offersPasskey(
  ctx: Context,
  row: InteractionRecord | null,
  user: UserRecord | null,
  passkeys: readonly PasskeyRecord[],
): boolean {
  if (!row?.canOfferPasskey || !row.passwordVerifiedAt || !user) return false
  // A passkey proves both factors at once, so the password alone must not add one beside a second factor.
  const isGuarded = user.otpEnabled || user.passkeySecondFactor
  if (isGuarded && provenSecond(row, user, passkeys) === 'none') return false
  return mayOfferPasskey(ctx, user, passkeys)
}

/** A secret that was shown may be in an app already, however long that took. */
function mayEnroll(
  ctx: Context,
  row: InteractionRecord | null,
  session: BrowserSession | null,
): boolean {
  if (row?.otpEnrollmentSecretEncrypted) return true
  return session !== null && isJustProven(ctx, session.session)
}

/** The second factor of a user, and which page asks for it. */
function secondFactorOf(
  ctx: Context,
  user: UserRecord,
  passkeys: readonly PasskeyRecord[],
  supportsPasskeys: boolean,
) {
  const usable = usablePasskeys(ctx, passkeys)
  const asksPasskey = user.passkeySecondFactor && passkeys.length > 0
  const secondFactor =
    user.otpEnabled || asksPasskey ? 'required' : usable.length > 0 ? 'available' : 'none'
  const prefersPasskey = asksPasskey && supportsPasskeys && usable.length > 0
  const asks = prefersPasskey || !user.otpEnabled ? 'passkey' : 'otp'
  return { secondFactor, asks } as const
}

function sessionOf(
  ctx: Context,
  { session, user }: BrowserSession,
  { client, maxAgeSeconds }: AuthorizationRequest,
): InteractionSession {
  // `InteractionUser.enabled` covers a disabled account, which has its own answer.
  const owner = { ...user, enabled: true }
  return {
    live: sessionState(ctx, session, owner, client) === 'valid',
    recent: sessionState(ctx, session, owner, client, maxAgeSeconds) === 'valid',
    acrLevel: sessionAcr(session),
    authMethods: session.authMethods,
    otpConfigurationCurrent: session.otpConfigGeneration === user.otpConfigGeneration,
  }
}

/** The client's consent rules. */
function approvalOf({ client }: AuthorizationRequest) {
  return {
    required: client.consentRequired,
    manageAccountExempt: isConsoleClient(client),
  }
}

/** The user's approvals, from before and from this interaction. */
function answersOf(
  row: InteractionRecord | null,
  user: UserRecord | null,
  consent: ConsentRecord | null,
) {
  const stored = consent && approvedScopes(consent)
  const answer = (user && row?.userId === user.id ? row.consentedScope : null) ?? null
  const answered = answer === null ? null : parseScope(answer)
  // An approval that was withdrawn or narrowed in another tab is requested again.
  const stands = answered !== null && covers(stored ?? [], answered)
  return { stored, answered: stands ? answered : null }
}
