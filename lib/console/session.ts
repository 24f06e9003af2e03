import { setTimeout } from 'node:timers/promises'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds, epochSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { ConsoleSessionRecord } from '#lib/persistence/store.ts'
import type { Area } from './addresses.ts'
import { GrantRefused, renewTokens, type Tokens } from './oauth.ts'

/** A user's session in the console, in its decrypted form. */
export interface ConsoleSession {
  readonly accessToken: string
  /** Seconds since 1970. */
  readonly accessTokenExpiresAt: number
  readonly refreshToken: string
  readonly scopes: readonly string[]
  /** Language tag of the user; '' when unknown. */
  readonly locale: string
  /** The area of the sign-in. After one for `admin`, another sign-in would grant no more. */
  readonly asked: Area
}

/** A token is renewed before use when it expires within this time. */
const renewalMarginSeconds = 20
/** Time that one request has for a renewal, before another one may try. */
const leaseSeconds = 15
const waitMs = 100
const maxWaits = 80

/**
 * Stores the tokens of a sign-in under a new cookie, and removes the session of an earlier cookie.
 * @returns the value of the new cookie
 */
export async function openSession(
  ctx: Context,
  tokens: Tokens,
  asked: Area,
  earlierCookie: string | null,
): Promise<string> {
  const cookie = randomToken()
  if (earlierCookie) await endSession(ctx, earlierCookie)
  const cookieHash = sha256Hex(cookie)
  await ctx.store.consoleSessions.insert({
    cookieHash,
    sealed: seal(ctx, cookieHash, sessionOf(ctx, tokens, asked)),
    expiresAt: addSeconds(ctx.now, tokens.refreshExpiresInSeconds),
  })
  return cookie
}

/**
 * Returns the session of a cookie, with a usable access token.
 * @returns null without a session, and when the server refuses to renew the tokens, which ends it
 * @throws the error of a renewal that failed for another reason
 */
export async function findSession(
  ctx: Context,
  cookie: string | null,
): Promise<ConsoleSession | null> {
  if (!cookie) return null
  for (let waits = 0; waits <= maxWaits; waits++) {
    const found = await readSession(ctx, cookie)
    if (!found) return null
    if (isFresh(ctx, found.session)) return found.session
    // A refresh token works once: one of several concurrent requests renews, and the others wait for its result.
    const until = addSeconds(ctx.now, leaseSeconds)
    if (await ctx.store.consoleSessions.lease(found.id, ctx.now, until)) {
      return renewLeased(ctx, cookie)
    }
    await setTimeout(waitMs)
  }
  throw new Error('The tokens of the console were not renewed in time.')
}

/**
 * Makes a function that returns a usable access token of a session, for work that may take longer than a token lives. It
 * renews the tokens when the present one is about to expire, once for all calls at that time.
 * @param session as it was found when the work began
 * @param clock tells the time, which moves on while the work is done
 */
export function lastingToken(
  ctx: Context,
  cookie: string | null,
  session: ConsoleSession,
  clock: () => Date,
): () => Promise<string> {
  let present = session
  let renewal: Promise<ConsoleSession | null> | null = null
  return async () => {
    const later = { ...ctx, now: clock() }
    if (!isFresh(later, present)) {
      renewal ??= findSession(later, cookie).finally(() => {
        renewal = null
      })
      // Without a session, the API refuses the last token, as it does for a session that ended while its token lives.
      present = (await renewal) ?? present
    }
    return present.accessToken
  }
}

export async function endSession(ctx: Context, cookie: string): Promise<void> {
  await ctx.store.consoleSessions.removeOfCookie(sha256Hex(cookie))
}

/** Reads again first: the previous holder of the lease may have renewed the tokens meanwhile. */
async function renewLeased(ctx: Context, cookie: string): Promise<ConsoleSession | null> {
  const found = await readSession(ctx, cookie)
  if (!found) return null
  if (!isFresh(ctx, found.session)) return renew(ctx, found.id, found.session, cookie)
  await ctx.store.consoleSessions.release(found.id)
  return found.session
}

async function readSession(
  ctx: Context,
  cookie: string,
): Promise<{ readonly id: number; readonly session: ConsoleSession } | null> {
  const record = await ctx.store.consoleSessions.findOfCookie(sha256Hex(cookie), ctx.now)
  const session = record && unseal(ctx, record)
  return record && session ? { id: record.id, session } : null
}

function isFresh(ctx: Context, { accessTokenExpiresAt }: ConsoleSession): boolean {
  return accessTokenExpiresAt > epochSeconds(ctx.now) + renewalMarginSeconds
}

async function renew(
  ctx: Context,
  id: number,
  { refreshToken, asked, locale }: ConsoleSession,
  cookie: string,
): Promise<ConsoleSession | null> {
  try {
    const tokens = await renewTokens(ctx, refreshToken)
    const session = sessionOf(ctx, { ...tokens, locale: tokens.locale ?? locale }, asked)
    const expiresAt = addSeconds(ctx.now, tokens.refreshExpiresInSeconds)
    await ctx.store.consoleSessions.renew(id, seal(ctx, sha256Hex(cookie), session), expiresAt)
    return session
  } catch (error) {
    if (error instanceof GrantRefused) {
      await endSession(ctx, cookie)
      return null
    }
    await ctx.store.consoleSessions.release(id)
    throw error
  }
}

function sessionOf(ctx: Context, tokens: Tokens, asked: Area): ConsoleSession {
  return {
    accessToken: tokens.accessToken,
    accessTokenExpiresAt: epochSeconds(ctx.now) + tokens.expiresInSeconds,
    refreshToken: tokens.refreshToken,
    scopes: tokens.scopes,
    locale: tokens.locale ?? '',
    asked,
  }
}

function seal(ctx: Context, cookieHash: string, session: ConsoleSession): Uint8Array<ArrayBuffer> {
  return ctx.cipher.seal(JSON.stringify(session), `console_sessions.sealed/${cookieHash}`)
}

/** A session encrypted with a lost key counts as none. */
function unseal(ctx: Context, { cookieHash, sealed }: ConsoleSessionRecord): ConsoleSession | null {
  try {
    return JSON.parse(
      ctx.cipher.open(sealed, `console_sessions.sealed/${cookieHash}`),
    ) as ConsoleSession
  } catch {
    return null
  }
}
