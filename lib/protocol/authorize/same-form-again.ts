import type { Outcome } from '#lib/answers/outcome.ts'
import type { SignInCookies } from '#lib/base/network/incoming.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { SessionUse } from '#lib/domain/sessions/session-limits.ts'
import { type BrowserSession, sessionState } from '#lib/domain/sessions/sessions.ts'
import type { InteractionRecord, UserRecord } from '#lib/persistence/store.ts'
import { cookieAfterProof, isOfBrowser } from './browser-binding.ts'
import { continueInteraction, continueWithPassword } from './continue-interaction.ts'
import { requestOf, type StoredInteraction, storeInteraction } from './interaction.ts'
import { secondProvenAt } from './load-interaction.ts'

/** Time after an accepted password in which the same form counts as sent twice, in seconds. */
const windowSeconds = 60

/**
 * Finds the interaction of a form that was sent twice, right after the first submit was accepted. The second submit
 * still has the browser's former cookie: the page never received the answer to the first one, with the new cookie.
 * @param identifier as sent
 * @returns null for any other form
 */
export async function findSentAgain(
  ctx: Context,
  { browser }: SignInCookies,
  identifier: string | undefined,
): Promise<StoredInteraction | null> {
  if (browser === null || !identifier || identifier.length > 64) return null
  const row = await ctx.store.interactions.findByIdentifier(identifier)
  if (!row?.passwordVerifiedAt || row.userId === null || isOfBrowser(row, browser)) return null
  const [user, client] = await Promise.all([
    ctx.store.users.findById(row.userId),
    ctx.configuration.clientById(row.clientId),
  ])
  if (!user || !client || !isSentAgain(ctx, row, browser, user)) return null
  return { row, request: requestOf(row, client) }
}

/**
 * Continues where the first form led. The caller has verified the password again, because a planted cookie alone
 * must lead nowhere. If the first form signed the browser on, the application gets a code of the same session, with
 * a renewed cookie. An interaction with more than a password proven is not continued: the proof of a second factor
 * is never shared.
 * @param interaction as returned by `findSentAgain`, or read again after the other submit was first
 * @returns null when the first form does not cover this one
 */
export async function continueAgain(
  ctx: Context,
  { row, request }: StoredInteraction,
  user: UserRecord,
  cookies: SignInCookies,
): Promise<Outcome | null> {
  const former = cookies.browser ?? ''
  if (row.userId !== user.id || !isSentAgain(ctx, row, former, user)) return null
  const browser = cookieOfFirst(ctx, row, former, user)
  const now = { ...cookies, browser }
  const way = { status: 303, changed: [{ cookie: 'browser', value: browser }] } as const
  if (!row.completedAt) return continueInteraction(ctx, { row, request }, now, way)
  const session = await sessionOfPassword(ctx, row, user, request.client)
  if (!session) return null
  const { interaction } = await storeInteraction(ctx, request, now, null)
  return continueWithPassword(
    ctx,
    { interaction, user, browser, passwordHash: null, session, canOfferPasskey: false },
    now,
    way,
  )
}

function isSentAgain(
  ctx: Context,
  row: InteractionRecord,
  former: string,
  user: UserRecord,
): boolean {
  const { passwordVerifiedAt, expiresAt } = row
  if (!passwordVerifiedAt || expiresAt <= ctx.now) return false
  if (ctx.now > addSeconds(passwordVerifiedAt, windowSeconds)) return false
  return isOfBrowser(row, cookieOfFirst(ctx, row, former, user))
}

/** The cookie in the answer to the first form: its secret is derived from the time of that answer. */
function cookieOfFirst(
  ctx: Context,
  { passwordVerifiedAt }: InteractionRecord,
  former: string,
  user: UserRecord,
): string {
  return cookieAfterProof({ ...ctx, now: passwordVerifiedAt ?? ctx.now }, former, user, 'password')
}

/**
 * Returns the session that an interaction started by the password alone; null when it used another one, or proved
 * more.
 */
async function sessionOfPassword(
  ctx: Context,
  row: InteractionRecord,
  user: UserRecord,
  client: SessionUse,
): Promise<BrowserSession | null> {
  const { sessionIdentifier, passwordVerifiedAt, consentedScope } = row
  if (!sessionIdentifier || !passwordVerifiedAt) return null
  if (secondProvenAt(row) || consentedScope !== null) return null
  const session = await ctx.store.sessions.findByIdentifier(sessionIdentifier)
  if (!session || session.started < passwordVerifiedAt) return null
  return sessionState(ctx, session, user, client) === 'valid' ? { session, user } : null
}
