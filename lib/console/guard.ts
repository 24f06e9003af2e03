import type { Context } from '#lib/context.ts'
import { adminApiScopes } from '#lib/domain/permissions/built-in.ts'
import { type Area, areaOf, internalUrl, signInAddress } from './addresses.ts'
import { mayAdministerNow, subjectOf } from './administration.ts'
import { type ConsoleSession, findSession } from './session.ts'

/** The data about its visitor that a console page receives. */
export interface Visitor {
  readonly accessToken: string
  /** The user's `sub`. */
  readonly subject: string
  readonly scopes: readonly string[]
  /** Language tag of the user; '' when unknown. */
  readonly locale: string
  /** Base URL of the APIs, as seen from the server. */
  readonly apiUrl: string
  /** The requested page, with its query. */
  readonly page: string
  /** The request's id. API calls of the page carry the same id in logs and audit entries. */
  readonly requestId: string
  /** When the page was requested. */
  readonly now: Date
  /** The visitor holds an administrative right: the account pages offer the administration. */
  readonly mayAdminister: boolean
}

export type Admission =
  | { readonly kind: 'admitted'; readonly visitor: Visitor; readonly session: ConsoleSession }
  | { readonly kind: 'redirect'; readonly location: string }

/**
 * Decides on access to a page of the console (docs/decisions/console.md). A sign-in comes first without a session,
 * and for the step from the account pages to the administration. A user without rights after a sign-in for the
 * larger scope gets the page that says so, instead of a redirect loop.
 * @param page requested path and query
 * @returns null for a page that needs no sign-in
 */
export async function admit(
  ctx: Context,
  page: string,
  cookie: string | null,
): Promise<Admission | null> {
  const area = areaOf(page.split('?', 1)[0] ?? '')
  if (!area) return null
  const session = await findSession(ctx, cookie)
  if (!session) return { kind: 'redirect', location: signInAddress(page) }
  if (!mayEnter(area, session)) {
    const asked = session.asked === 'admin' || area === 'account'
    return { kind: 'redirect', location: asked ? '/unauthorized' : signInAddress(page) }
  }
  const { accessToken, scopes, locale, asked } = session
  const apiUrl = internalUrl(ctx.config)
  const { requestId, now } = ctx
  // The answer decides on a link only. If the database is away, the page itself reports it.
  const mayAdminister =
    asked === 'account'
      ? await mayAdministerNow(ctx, accessToken).catch(() => false)
      : mayEnter('admin', session)
  const visitor = { accessToken, scopes, locale, apiUrl, page, requestId, now, mayAdminister }
  return { kind: 'admitted', visitor: { ...visitor, subject: subjectOf(accessToken) }, session }
}

function mayEnter(area: Area, { scopes }: ConsoleSession): boolean {
  if (area === 'account') return scopes.includes('authserver:manage-account')
  return adminApiScopes.some((scope) => scopes.includes(scope))
}
