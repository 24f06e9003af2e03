import type { Context } from '#lib/context.ts'
import { isAcrLevel } from '#lib/domain/acr.ts'
import { auditRefusal } from '#lib/domain/audit.ts'
import { noteOpened } from '#lib/domain/open-sign-ins.ts'
import { limitRequest, type Tier } from '#lib/domain/rate-limits.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import { sha256Base64url } from '#lib/kernel/hash.ts'
import type { SignInCookies } from '#lib/kernel/incoming.ts'
import { addressBlock } from '#lib/kernel/ip.ts'
import type { CookieChange } from '#lib/kernel/outcome.ts'
import { randomToken } from '#lib/kernel/random.ts'
import { cutCodePoints, splitWords } from '#lib/kernel/text.ts'
import type { ErrorReason } from '#lib/kernel/view.ts'
import type {
  ClientWithUris,
  InteractionChange,
  InteractionRecord,
  UserRecord,
} from '#lib/persistence/store.ts'
import { parseScope } from '../scopes.ts'
import { bindingTo, isOfBrowser } from './browser-binding.ts'
import type { AuthorizationRequest } from './request.ts'
import type { Prompt } from './request-checks.ts'
import { parseResponseMode, parseResponseType } from './response-type.ts'

/** How long a sign-in may take, in seconds. */
const lifetimeSeconds = 3600

/** A sign-in in progress: the accepted request and, once a page was needed, its stored row. */
export interface Interaction<Row extends InteractionRecord | null = InteractionRecord | null> {
  readonly request: AuthorizationRequest
  readonly row: Row
}

/** An interaction that a page or a form named. */
export type StoredInteraction = Interaction<InteractionRecord>

/** The interaction cannot go on here: a page says why (status 400), and nothing changes. */
export class InteractionRefused extends Error {
  override readonly name: string = 'InteractionRefused'
  readonly reason: ErrorReason
  readonly uiLocales: readonly string[]
  /** Whose interaction it is; absent when the browser has not begun it. */
  readonly client: ClientWithUris | undefined

  constructor(
    reason: ErrorReason,
    { uiLocales, client }: Partial<Pick<AuthorizationRequest, 'uiLocales' | 'client'>> = {},
  ) {
    super(reason)
    this.reason = reason
    this.uiLocales = uiLocales ?? []
    this.client = client
  }
}

/** The interaction is not where the request takes it to be: another submit moved it, or it is completed. */
export function stateMismatch(request: AuthorizationRequest): InteractionRefused {
  return new InteractionRefused('state_mismatch', request)
}

/** The browser has no sign-in at all: a visit of an address leads to the account instead of a page about it. */
export class NoInteraction extends InteractionRefused {
  override readonly name = 'NoInteraction'
}

/**
 * Opens the interaction that a page's address or a form names, for the browser that began it.
 * @param identifier as sent; on the consent page's form a fingerprint follows it after a dot
 * @throws InteractionRefused `ceremony_mismatch` another browser's; `sign_in_lost` the browser holds no
 *   cookie (both audited, within a budget for each address); `ceremony_expired` after an hour, or unknown:
 *   removed since; `state_mismatch` when it is completed
 * @throws NoInteraction when none is named, or a browser without the cookie names none that lives
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
    // While it lives a page answers: leading on would begin another, for ever where cookies are blocked.
    if (browser === null && !isLive(ctx, row)) throw new NoInteraction('sign_in_lost')
    await recordMismatch(ctx, row, client)
    throw new InteractionRefused(browser === null ? 'sign_in_lost' : 'ceremony_mismatch')
  }
  const request = requestOf(row, client)
  if (row.expiresAt <= ctx.now) throw new InteractionRefused('ceremony_expired', request)
  if (row.completedAt) throw stateMismatch(request)
  return { row, request }
}

/**
 * Stores an interaction that needs a page, bound to the browser.
 * @param user the session's owner when the session is used, else null
 * @returns it, and the browser's cookie if it had none
 */
export async function storeInteraction(
  ctx: Context,
  request: AuthorizationRequest,
  cookies: SignInCookies,
  user: UserRecord | null,
): Promise<{ interaction: StoredInteraction; changed: CookieChange[] }> {
  const known = cookies.browser && /^[A-Za-z0-9_-]{43}(\.|$)/.test(cookies.browser)
  const value = known && cookies.browser ? cookies.browser : randomToken()
  const asked = requestColumns(request)
  const userAgent = cutCodePoints(ctx.userAgent, 512)
  const row = await ctx.store.interactions.insert({
    createdAt: ctx.now,
    expiresAt: addSeconds(ctx.now, lifetimeSeconds),
    interactionIdentifier: randomToken(24),
    ...bindingTo(value),
    ...asked,
    ipAddress: cutCodePoints(ctx.ip, 100),
    userAgent,
    sizeBytes: sizeOf(asked, userAgent),
    ...(user ? { userId: user.id, otpConfigGeneration: user.otpConfigGeneration } : {}),
  })
  noteOpened(ctx)
  return { interaction: { request, row }, changed: known ? [] : [{ cookie: 'browser', value }] }
}

/** Bytes that a row takes beside the texts that were sent: its other columns, and its places in indexes. */
const rowBytes = 512

function sizeOf(asked: Readonly<Record<string, unknown>>, userAgent: string): number {
  const texts = Object.values(asked).filter((value) => typeof value === 'string')
  return [...texts, userAgent].reduce((sum, text) => sum + Buffer.byteLength(text), rowBytes)
}

/**
 * Changes an interaction that nobody has changed since it was read.
 * @returns it as changed
 * @throws InteractionRefused `state_mismatch` when another submit was first
 */
export async function changeInteraction(
  { store }: Context,
  { request, row }: StoredInteraction,
  change: InteractionChange,
): Promise<InteractionRecord> {
  const changed = await store.interactions.change(row, change)
  if (!changed) throw stateMismatch(request)
  return changed
}

/**
 * Whether a refusal that anybody can cause again and again is written to the audit log: once for an interaction, and
 * within a limiter whatever the interaction. Neither coming again and again nor beginning a new sign-in each time may
 * fill the audit table. What comes again costs the limiter nothing; whoever asks answers the same without an entry.
 * @param once the name of the budget of one within the interaction's hour, and what it is for: the interaction's
 *   identifier, and who came where that makes a difference
 * @param tier the limiter, and whom it holds to it
 * @returns false as well when it cannot be counted, which the log tells
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
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'a refusal could not be audited')
    return false
  }
}

function isLive(ctx: Context, row: InteractionRecord): boolean {
  return row.expiresAt > ctx.now && !row.completedAt
}

/** Writes the audit entry, once for an interaction and an address and within the budget of the address. */
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

/** How far an interaction has come, in a word for the audit log. */
function progressOf(row: InteractionRecord): string {
  if (row.completedAt) return 'completed'
  if (row.consentedScope !== null) return 'consented'
  if (row.otpVerifiedAt) return 'otp_verified'
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
    state,
    nonce,
    scope: request.scopes.join(' '),
    prompt: request.prompt.join(' '),
    maxAge: request.maxAgeSeconds,
    targetAcr: request.targetAcr,
    hintSubject: request.hintSubject,
    uiLocales: request.uiLocales.join(' '),
    loginHint: request.loginHint,
  }
}

/** Reads a request back; what no column can hold falls back to the strictest reading. */
export function requestOf(row: InteractionRecord, client: ClientWithUris): AuthorizationRequest {
  const { redirectUri, codeChallenge, state, nonce, hintSubject, loginHint, targetAcr } = row
  return {
    client,
    redirectUri,
    responseType: parseResponseType(row.responseType) ?? 'code',
    responseMode: parseResponseMode(row.responseMode) ?? 'query',
    codeChallenge,
    scopes: parseScope(row.scope),
    state,
    nonce,
    prompt: splitWords(row.prompt) as Prompt[],
    maxAgeSeconds: row.maxAge,
    targetAcr: isAcrLevel(targetAcr) ? targetAcr : 'urn:authserver:level2_mandatory',
    hintSubject,
    uiLocales: splitWords(row.uiLocales),
    loginHint,
  }
}
