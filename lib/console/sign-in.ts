import { calculatePKCECodeChallenge, ResponseBodyError } from 'oauth4webapi'
import type { CookieChange, Outcome } from '#lib/answers/outcome.ts'
import type { ErrorReason } from '#lib/answers/view.ts'
import { equalInConstantTime, sha256Base64url } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { Unavailable } from '#lib/base/errors/errors.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import { addSeconds, epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import {
  adminApiScopes,
  consoleCallback,
  consoleClientIdentifier,
} from '#lib/domain/permissions/built-in.ts'
import { isUnavailable } from '#lib/persistence/errors.ts'
import { type Area, areaOf, consolePage, signInAddress } from './addresses.ts'
import { LevelTooLowError, redeemCode } from './oauth.ts'
import { openSession } from './session.ts'

/** State of a sign-in in progress until its callback, kept in an encrypted cookie of the browser. */
interface Handshake {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** The page to show afterwards. */
  readonly page: string
  /** Seconds since 1970. */
  readonly expiresAt: number
}

const handshakeSeconds = 60 * 60
/** A handshake works once across all processes, so its use is stored until it would have expired. */
const oneUse = { name: 'console_handshake', points: 1, windowSeconds: handshakeSeconds }
/**
 * Limit of concurrent sign-ins, above the number of tabs that a user opens; beyond it the earlier ones are dropped.
 */
const maxHandshakes = 8
/**
 * Limit of their cookies together, in characters: many proxies refuse 8 KiB of cookies, and any site can start sign-ins.
 */
const maxHandshakesLength = 3_000
/** Number of characters of the state that name the cookie. */
const nameLength = 12

/**
 * The scopes of the account pages. The administration requests more; the server grants those that the user holds.
 */
const accountScopes = ['openid', 'profile', 'email', 'authserver:manage-account']

/**
 * Starts a sign-in: authorization code flow with PKCE S256, `state` and `nonce` (RFC 6749 section 4.1.1, RFC 7636;
 * docs/decisions/console.md). `to` in the query names the page to show afterwards. With `again`, a signed-in user
 * proves their identity again.
 */
export async function startSignIn(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const page = consolePage(incoming.query?.value('to'))
  const handshake: Handshake = {
    state: randomToken(),
    nonce: randomToken(),
    codeVerifier: randomToken(),
    page,
    expiresAt: epochSeconds(addSeconds(ctx.now, handshakeSeconds)),
  }
  const parameters = new URLSearchParams({
    client_id: consoleClientIdentifier,
    response_type: 'code',
    response_mode: 'form_post',
    redirect_uri: consoleCallback(ctx.config),
    scope: scopeOf(areaOf(page) ?? 'account'),
    state: handshake.state,
    nonce: handshake.nonce,
    code_challenge: await calculatePKCECodeChallenge(handshake.codeVerifier),
    code_challenge_method: 'S256',
    ...(incoming.query?.present('again') ? { max_age: '0' } : {}),
  })
  return {
    kind: 'redirect',
    status: 303,
    location: `${ctx.config.baseUrl}/auth/authorize?${parameters}`,
    cookies: [...forgetMany(incoming), remember(ctx, handshake)],
  }
}

function scopeOf(area: Area): string {
  return [...accountScopes, ...(area === 'admin' ? adminApiScopes : [])].join(' ')
}

/**
 * Completes a sign-in (`response_mode=form_post`). The checks run in this order: the handshake exists, `state`
 * matches it, the server reports no error, a code is present, the handshake is unused. Then the code is redeemed,
 * and the user is signed in under a new cookie. Refusals are pages: 400, and 500 when the exchange failed.
 * @throws Unavailable, or the error of the database, when the exchange was temporarily not possible
 */
export async function finishSignIn(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const form = incoming.form
  const state = form?.value('state') ?? ''
  const handshake = recall(ctx, incoming.cookies.handshakes.get(state.slice(0, nameLength)))
  if (!form || !handshake || !equalInConstantTime(handshake.state, state)) {
    return refusal(consolePage(undefined), 400, 'sign_in_lost')
  }
  const forgotten = [forget(state.slice(0, nameLength))]
  if (form.present('error')) {
    const said = form.value('error_description') ?? form.value('error') ?? ''
    const parameters = { description: cutCodePoints(said, 300) }
    const refused = refusal(handshake.page, 400, 'sign_in_refused', parameters)
    return { ...refused, cookies: forgotten }
  }
  const lost = { ...refusal(handshake.page, 400, 'sign_in_lost'), cookies: forgotten }
  if (!form.value('code')) return lost
  try {
    // A form submitted twice must not send its code twice: the server would treat that as a replay and revoke the
    // grant.
    if ((await ctx.limits.spend(oneUse, sha256Base64url(state))) !== null) return lost
    const tokens = await redeemCode(ctx, searchParams(form), handshake)
    const asked = areaOf(handshake.page) ?? 'account'
    const cookie = await openSession(ctx, tokens, asked, incoming.cookies.console)
    return {
      kind: 'redirect',
      status: 303,
      location: ctx.config.adminConsoleUrl + handshake.page,
      cookies: [...forgotten, { cookie: 'console', value: cookie }],
    }
  } catch (error) {
    // These are no failures of the server: the code came too late, for example, or the request was modified in
    // transit.
    if (error instanceof LevelTooLowError) return lost
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return lost
    if (isUnavailable(error)) throw error
    if (error instanceof ResponseBodyError && error.status === 503) {
      throw new Unavailable('database', 2, error)
    }
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'console sign-in failed')
    const failed = refusal(handshake.page, 500, 'sign_in_failed', undefined, ctx.requestId)
    return { ...failed, cookies: forgotten }
  }
}

function searchParams(form: Parameters): URLSearchParams {
  return new URLSearchParams(form.names.map((name) => [name, form.sent(name) ?? '']))
}

/** @param page the page of the console that another sign-in leads to */
function refusal(
  page: string,
  status: number,
  reason: ErrorReason,
  parameters?: Readonly<Record<string, string>>,
  requestId?: string,
): Outcome & { kind: 'page' } {
  return {
    kind: 'page',
    status,
    view: {
      page: 'error',
      reason,
      uiLocales: [],
      ways: [{ to: 'try_again', address: signInAddress(page) }],
      ...(parameters && { parameters }),
      ...(requestId && { requestId }),
    },
  }
}

function remember(ctx: Context, handshake: Handshake): CookieChange {
  const value = Buffer.from(
    ctx.cipher.seal(JSON.stringify(handshake), 'cookie/handshake'),
  ).toString('base64url')
  const cookie = `handshake-${handshake.state.slice(0, nameLength)}` as const
  return { cookie, value, maxAgeSeconds: handshakeSeconds }
}

function recall(ctx: Context, value: string | undefined): Handshake | null {
  if (!value) return null
  try {
    const plain = ctx.cipher.open(
      new Uint8Array(Buffer.from(value, 'base64url')),
      'cookie/handshake',
    )
    const handshake = JSON.parse(plain) as Handshake
    return handshake.expiresAt > epochSeconds(ctx.now) ? handshake : null
  } catch {
    return null
  }
}

function forget(name: string): CookieChange {
  return { cookie: `handshake-${name}`, value: null }
}

/** Prevents cookies of abandoned sign-ins from accumulating. */
function forgetMany({ cookies }: Incoming): CookieChange[] {
  const names = [...cookies.handshakes.keys()]
  const { length } = [...cookies.handshakes.values()].join('')
  const isFew = names.length < maxHandshakes && length <= maxHandshakesLength
  return isFew ? [] : names.map(forget)
}
