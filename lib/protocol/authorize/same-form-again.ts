import type { Context } from '#lib/context.ts'
import type { SessionUse } from '#lib/domain/session-limits.ts'
import { type BrowserSession, sessionState } from '#lib/domain/sessions.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import type { SignInCookies } from '#lib/kernel/incoming.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import type { InteractionRecord, UserRecord } from '#lib/persistence/store.ts'
import { cookieAfterProof, isOfBrowser } from './browser-binding.ts'
import { continueInteraction, continueWithPassword } from './continue-interaction.ts'
import { requestOf, type StoredInteraction, storeInteraction } from './interaction.ts'

/** How long after a password was accepted the same form counts as sent twice, in seconds. */
const windowSeconds = 60

/**
 * The interaction of a form that was sent once more with the browser's former cookie, right after the first one was
 * accepted: a button pressed twice. The answer to the first one, with the new cookie in it, never reached the page.
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
 * Goes on where the first form led. Called only after the password was right once more: a planted cookie alone leads
 * nowhere. Where the first one signed the browser on, the application gets a code of the same session, whose cookie is
 * renewed. Nothing but the password may have been proven in it: a code of a second factor is never lent.
 * @param interaction as `findSentAgain` found it, or read again after the other submit was first
 * @returns null where the first form does not speak for this one
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
    { interaction, user, browser, passwordHash: null, session },
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

/** The cookie that the first form was answered with: its secret is that of its own time. */
function cookieOfFirst(
  ctx: Context,
  { passwordVerifiedAt }: InteractionRecord,
  former: string,
  user: UserRecord,
): string {
  return cookieAfterProof({ ...ctx, now: passwordVerifiedAt ?? ctx.now }, former, user, 'password')
}

/** The session that an interaction started by the password alone; null when it used another one, or proved more. */
async function sessionOfPassword(
  ctx: Context,
  { sessionIdentifier, passwordVerifiedAt, otpVerifiedAt, consentedScope }: InteractionRecord,
  user: UserRecord,
  client: SessionUse,
): Promise<BrowserSession | null> {
  if (!sessionIdentifier || !passwordVerifiedAt || otpVerifiedAt || consentedScope !== null) {
    return null
  }
  const session = await ctx.store.sessions.findByIdentifier(sessionIdentifier)
  if (!session || session.started < passwordVerifiedAt) return null
  return sessionState(ctx, session, user, client) === 'valid' ? { session, user } : null
}
