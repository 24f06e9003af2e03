import type { Context } from '#lib/context.ts'
import { adminApiScopes } from '#lib/domain/built-in.ts'
import { type Area, areaOf, internalUrl, signInAddress } from './addresses.ts'
import { type ConsoleSession, findSession } from './session.ts'

/** What a page of the console is handed about its visitor. */
export interface Visitor {
  readonly accessToken: string
  readonly scopes: readonly string[]
  /** Language tag of the user; '' when unknown. */
  readonly locale: string
  /** Where the APIs are reached from here. */
  readonly apiUrl: string
  /** The page asked for, with its query. */
  readonly page: string
  /** Its request's id; what the page asks of the APIs goes by the same one in logs and audit entries. */
  readonly requestId: string
  /** False when a sign-in has asked for administrative rights and got none; true also while none has asked. */
  readonly mayAdminister: boolean
}

/** What becomes of a request for a page of the console. */
export type Admission =
  | { readonly kind: 'admitted'; readonly visitor: Visitor }
  | { readonly kind: 'redirect'; readonly location: string }

/**
 * Decides who may see a page of the console (docs/decisions/console.md): without a session, and for a step
 * from the account pages to the administration, a sign-in comes first; who asked for the larger
 * scope and holds no right is led to the page that says so, once, not around in a circle.
 * @param page path and query as asked
 * @returns null for a page that asks for no sign-in
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
  const { requestId } = ctx
  const mayAdminister = asked === 'account' || mayEnter('admin', session)
  const visitor = { accessToken, scopes, locale, apiUrl, page, requestId, mayAdminister }
  return { kind: 'admitted', visitor }
}

function mayEnter(area: Area, { scopes }: ConsoleSession): boolean {
  if (area === 'account') return scopes.includes('authserver:manage-account')
  return adminApiScopes.some((scope) => scopes.includes(scope))
}
