import type { CookieChange } from '#lib/answers/outcome.ts'
import type { ErrorReason } from '#lib/answers/view.ts'
import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import type { SignInCookies } from '#lib/base/network/incoming.ts'
import { addressBlock } from '#lib/base/network/ip.ts'
import { cutCodePoints, splitWords } from '#lib/base/text/text.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { AnyContext, Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { limitRequest, type Tier } from '#lib/domain/limits/rate-limits.ts'
import { isAcrLevel } from '#lib/domain/sign-in/acr.ts'
import { noteOpened } from '#lib/domain/sign-in/open-sign-ins.ts'
import type {
  ClientWithUris,
  InteractionChange,
  InteractionRecord,
  UserRecord,
} from '#lib/persistence/store.ts'
import { parseScope } from '../scopes.ts'
import { bindingTo, browserCookie, isOfBrowser } from './browser-binding.ts'
import type { AuthorizationRequest } from './request.ts'
import type { Prompt } from './request-checks.ts'
import { parseResponseMode, parseResponseType } from './response-type.ts'

/** The initial values of the columns of proofs other than password and code. */
export const noOtherProof = {
  firstFactor: '',
  firstFactorAt: null,
  secondFactor: '',
  secondFactorAt: null,
  passkeyId: null,
  providerId: null,
  newCodesEncrypted: null,
  remembers: false,
} as const

/** Maximum duration of a sign-in, in seconds. */
const lifetimeSeconds = 3600

/** A sign-in in progress: the accepted request, and its stored row once a page was needed. */
export interface Interaction<Row extends InteractionRecord | null = InteractionRecord | null> {
  readonly request: AuthorizationRequest
  readonly row: Row
}

export type StoredInteraction = Interaction<InteractionRecord>

/** The interaction that a refusal concerns. */
interface Refused {
  /** An interaction of this browser: the page may name its application. */
  readonly own?: StoredInteraction
  /** An interaction of another browser: the page reveals nothing about it. */
  readonly foreign?: StoredInteraction
}

/** The interaction cannot continue here: a page explains why (status 400) and leads on. */
export class InteractionRefused extends Error {
  override readonly name: string = 'InteractionRefused'
  readonly reason: ErrorReason
  readonly own: StoredInteraction | undefined
  readonly foreign: StoredInteraction | undefined

  constructor(reason: ErrorReason, { own, foreign }: Refused = {}) {
    super(reason)
    this.reason = reason
    this.own = own
    this.foreign = foreign
  }
}

/** The interaction is in another state than the request assumes: another submit changed it, or it is completed. */
export function stateMismatch(own: StoredInteraction): InteractionRefused {
  return new InteractionRefused('state_mismatch', { own })
}

/**
 * The browser has no interaction at all. A visit to a sign-in address then redirects to the account, without an
 * error page.
 */
export class NoInteraction extends InteractionRefused {
  override readonly name = 'NoInteraction'
}

/**
 * Opens the interaction that a page's address or a form names, for the browser that began it.
 * @param identifier as sent; on the consent page's form a fingerprint follows it after a dot
 * @throws InteractionRefused `ceremony_mismatch`: another browser's; `cookies_blocked` and `other_browser`: the browser
 *   has no cookie (all audited, within a budget for each address); `ceremony_expired`: after an hour, or unknown because
 *   it was removed; `state_mismatch`: completed
 * @throws NoInteraction when none is named, or when a browser without the cookie names none that is active
 */
export async function openInteraction(
  ctx: Context,
  cookies: SignInCookies,
  identifier: string | undefined,
): Promise<StoredInteraction> {
  const { browser } = cookies
  const name = identifier?.split('.', 1)[0] ?? ''
  const row = name.length > 64 ? null : await ctx.store.interactions.findByIdentifier(name)
  const client = row && (await ctx.configuration.clientById(row.clientId))
  if (!row || !client) {
    if (browser === null) throw new NoInteraction('sign_in_lost')
    throw new (name === '' ? NoInteraction : InteractionRefused)('ceremony_expired')
  }
  if (!isOfBrowser(row, browser)) {
    // An active interaction gets a page. A redirect would begin another interaction, endlessly where cookies are
    // blocked.
    if (browser === null && !isLive(ctx, row)) throw new NoInteraction('sign_in_lost')
    await recordMismatch(ctx, row, client)
    const foreign = { row, request: requestOf(row, client) }
    throw new InteractionRefused(foreignReason(ctx, browser, row), { foreign })
  }
  const own = { row, request: requestOf(row, client) }
  if (row.expiresAt <= ctx.now) throw new InteractionRefused('ceremony_expired', { own })
  if (row.completedAt) throw stateMismatch(own)
  return own
}

/** A browser that comes back at once without its cookie does not keep cookies. */
const atOnceSeconds = 60

function foreignReason(ctx: Context, browser: string | null, row: InteractionRecord): ErrorReason {
  if (browser !== null) return 'ceremony_mismatch'
  const isSameVisit =
    addSeconds(row.createdAt, atOnceSeconds) > ctx.now &&
    row.userAgent === userAgentOf(ctx) &&
    row.ipAddress === addressOf(ctx)
  return isSameVisit ? 'cookies_blocked' : 'other_browser'
}

function userAgentOf(ctx: Context): string {
  return cutCodePoints(ctx.userAgent, 512)
}

function addressOf(ctx: Context): string {
  return cutCodePoints(ctx.ip, 100)
}

/** The first message of the sign-in page: a catalog key, and the initial email. */
export interface SaidFirst {
  readonly formError: string
  readonly formEmail: string
}

/**
 * Stores an interaction that needs a page, bound to the browser.
 * @param user the session's owner when the session is used, else null
 * @param said the first message of its page
 * @returns the interaction, and the browser's new cookie if it had none
 */
export async function storeInteraction(
  ctx: Context,
  request: AuthorizationRequest,
  cookies: SignInCookies,
  user: UserRecord | null,
  said?: SaidFirst,
): Promise<{ interaction: StoredInteraction; changed: CookieChange[] }> {
  const { value, changed } = browserCookie(cookies)
  const asked = requestColumns(request)
  const userAgent = userAgentOf(ctx)
  const row = await ctx.store.interactions.insert({
    createdAt: ctx.now,
    expiresAt: addSeconds(ctx.now, lifetimeSeconds),
    interactionIdentifier: randomToken(24),
    ...bindingTo(value),
    ...asked,
    ipAddress: addressOf(ctx),
    userAgent,
    sizeBytes: sizeOf(asked, userAgent),
    ...said,
    ...(user ? { userId: user.id, otpConfigGeneration: user.otpConfigGeneration } : {}),
  })
  noteOpened(ctx)
  return { interaction: { request, row }, changed }
}

/** Bytes of a row beside the request's texts: its other columns and its index entries. */
const rowBytes = 512

function sizeOf(asked: Readonly<Record<string, unknown>>, userAgent: string): number {
  const texts = Object.values(asked).filter((value) => typeof value === 'string')
  return [...texts, userAgent].reduce((sum, text) => sum + Buffer.byteLength(text), rowBytes)
}

/**
 * Changes an interaction, if it is unchanged since it was read.
 * @returns the changed row
 * @throws InteractionRefused `state_mismatch` when another submit was first
 */
export async function changeInteraction(
  { store }: AnyContext,
  { request, row }: StoredInteraction,
  change: InteractionChange,
): Promise<InteractionRecord> {
  const changed = await store.interactions.change(row, change)
  if (!changed) throw stateMismatch({ request, row })
  return changed
}

/**
 * Decides whether a repeatable refusal is written to the audit log: once per interaction, and within a limiter
 * across interactions. Neither repeated requests nor repeated new sign-ins can then fill the audit table.
 * Repetitions do not count against the limiter. The caller's answer is the same with or without an entry.
 * @param once the budget's name, and its subject: the interaction's identifier, plus the requester where that
 *   matters. The budget is one within the interaction's hour.
 * @param tier the limiter and its key
 * @returns false also when counting fails, which the log records
 */
export async function mayAuditRefusal(
  ctx: Context,
  [name, matter]: readonly [name: string, matter: string],
  [limiter, key]: Tier,
): Promise<boolean> {
  const once = { name, points: 1, windowSeconds: lifetimeSeconds }
  try {
    if ((await ctx.limits.spend(once, sha256Base64url(matter))) !== null) return false
    return (await limitRequest(ctx, limiter, key)) === null
  } catch (error) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'failed to audit a refusal')
    return false
  }
}

function isLive(ctx: Context, row: InteractionRecord): boolean {
  return row.expiresAt > ctx.now && !row.completedAt
}

/** Writes the audit entry, once per interaction and address, within the budget of the address. */
async function recordMismatch(
  ctx: Context,
  row: InteractionRecord,
  client: ClientWithUris,
): Promise<void> {
  const visit = `${row.interactionIdentifier} ${addressBlock(ctx.ip)}`
  const once = ['ceremony_mismatch_audit', visit] as const
  if (!(await mayAuditRefusal(ctx, once, ['ceremony_mismatch_ip', ctx.ip]))) return
  await auditRefusal(ctx, 'auth_ceremony_mismatch', {
    clientId: client.clientIdentifier,
    authState: progressOf(row),
    ipAddress: ctx.ip,
    ...(row.userId === null ? {} : { userId: row.userId }),
  })
}

/** The progress of an interaction, in one word for the audit log. */
function progressOf(row: InteractionRecord): string {
  if (row.completedAt) return 'completed'
  if (row.consentedScope !== null) return 'consented'
  if (row.otpVerifiedAt) return 'otp_verified'
  if (row.secondFactorAt) return `${row.secondFactor}_verified`
  if (row.firstFactorAt) return `${row.firstFactor.replace('-strong', '')}_verified`
  return row.passwordVerifiedAt ? 'password_verified' : 'begun'
}

function requestColumns(request: AuthorizationRequest) {
  const { redirectUri, responseType, responseMode, codeChallenge, state, nonce } = request
  return {
    clientId: request.client.id,
    redirectUri,
    responseType,
    responseMode,
    codeChallenge,
    dpopJkt: request.dpopJkt,
    state,
    nonce,
    scope: request.scopes.join(' '),
    resources: request.resources.join(' '),
    prompt: request.prompt.join(' '),
    maxAge: request.maxAgeSeconds,
    targetAcr: request.targetAcr,
    hintSubject: request.hintSubject,
    uiLocales: request.uiLocales.join(' '),
    loginHint: request.loginHint,
    ...(request.wantsOtherAccount && { wantsOtherAccount: true }),
    ...(request.pushedHandleHash !== undefined && { pushedHandleHash: request.pushedHandleHash }),
    ...(request.device && {
      deviceAuthorizationId: request.device.authorizationId,
      deviceCodeTyped: request.device.isCodeTyped,
    }),
  }
}

/** Restores a request from its row. Unknown values become the strictest valid ones. */
export function requestOf(row: InteractionRecord, client: ClientWithUris): AuthorizationRequest {
  const { redirectUri, codeChallenge, state, nonce, hintSubject, loginHint, targetAcr } = row
  return {
    client,
    redirectUri,
    responseType: parseResponseType(row.responseType) ?? 'code',
    responseMode: parseResponseMode(row.responseMode) ?? 'query',
    codeChallenge,
    dpopJkt: row.dpopJkt,
    scopes: parseScope(row.scope),
    resources: splitWords(row.resources),
    state,
    nonce,
    prompt: splitWords(row.prompt) as Prompt[],
    maxAgeSeconds: row.maxAge,
    targetAcr: isAcrLevel(targetAcr) ? targetAcr : 'urn:authserver:level2_mandatory',
    hintSubject,
    uiLocales: splitWords(row.uiLocales),
    loginHint,
    ...(row.wantsOtherAccount && { wantsOtherAccount: true }),
    ...deviceOf(row),
  }
}

function deviceOf({ deviceAuthorizationId: authorizationId, deviceCodeTyped }: InteractionRecord) {
  if (authorizationId === null) return {}
  return { device: { authorizationId, isCodeTyped: deviceCodeTyped } }
}
