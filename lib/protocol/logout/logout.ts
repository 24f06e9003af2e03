import type { CookieChange, Outcome } from '#lib/answers/outcome.ts'
import type { Incoming, SignInCookies } from '#lib/base/network/incoming.ts'
import { appendQuery } from '#lib/base/network/url.ts'
import { type Context, transaction } from '#lib/context.ts'
import { browserSession, sessionState } from '#lib/domain/sessions/sessions.ts'
import { forgetThisBrowser, rememberedAs } from '#lib/domain/sessions/user-devices.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { accountView } from '../account-view.ts'
import { applicationLink } from '../authorize/client-view.ts'
import { providerLeft } from '../upstream/provider-left.ts'
import { signOutThere } from '../upstream/sign-out-there.ts'
import { classifyHint, type HintState, unconfirmable } from './hint.ts'
import { resolvePostLogoutRedirect } from './redirect.ts'
import { fieldsOnceMore, keptFields, type LogoutRequest, readLogoutRequest } from './request.ts'
import { endBrowserSession, findBrowserSession, leaveSession } from './sign-out.ts'

const clearedCookies: readonly CookieChange[] = [
  { cookie: 'session', value: null },
  { cookie: 'browser', value: null },
]

/**
 * `GET` and `POST /auth/logout` (OpenID Connect RP-Initiated Logout 1.0; docs/specification.md "Logout"). With a
 * confirmed hint the user is signed out at once; otherwise the confirmation page asks first. Its POST signs out: it
 * carries no hint, and it can only come from this server's own origin. Problems with the redirect never keep a user
 * signed in.
 */
export function logout(ctx: Context, incoming: Incoming): Promise<Outcome> {
  return answerLogout(ctx, incoming, true)
}

/**
 * `POST /auth/logout` from a page of another origin, which always has a hint. Browsers omit the session's cookie
 * from a cross-site POST, so the server cannot compare the hint with the browser's session. Without the cookie, a
 * confirmed hint therefore does not sign out. The answer is a page that posts the same fields from this server's
 * own origin. That request carries the cookie and gets the final decision. The page posts only once: from an opaque
 * origin (a sandbox) its request arrives here again, and is answered like an unconfirmed hint.
 */
export function logoutFromElsewhere(ctx: Context, incoming: Incoming): Promise<Outcome> {
  return answerLogout(ctx, incoming, incoming.cookies.session !== null)
}

/** @param isSessionKnown false: the browser may hold a session although it sent no cookie */
async function answerLogout(
  ctx: Context,
  incoming: Incoming,
  isSessionKnown: boolean,
): Promise<Outcome> {
  const request = readLogoutRequest(incoming)
  const session = await findBrowserSession(ctx, incoming.cookies)
  let hint = await classifyHint(ctx, request, session)
  if (hint.kind === 'confirmed' && !isSessionKnown) {
    if (!request.isPostedAgain) return postAgain(request)
    hint = unconfirmable(ctx, 'origin')
  }
  if (hint.kind === 'confirmed' || (hint.kind === 'absent' && request.isPost)) {
    const cookies = [...clearedCookies, ...providerLeft(ctx, session)]
    return { ...(await signOut(ctx, incoming, request, hint)), cookies }
  }
  return request.isPost ? askAgain(ctx, request) : askToConfirm(ctx, incoming, request, hint)
}

async function signOut(
  ctx: Context,
  { cookies }: Incoming,
  request: LogoutRequest,
  hint: HintState,
): Promise<Outcome> {
  const location = await resolvePostLogoutRedirect(ctx, request, hint)
  const remembered = location === null ? await rememberedBrowser(ctx, cookies) : {}
  const there = location === null ? await providerOfSession(ctx, cookies) : null
  if (hint.kind === 'confirmed') await leaveSession(ctx, hint, cookies)
  else await endBrowserSession(ctx, cookies)
  if (location !== null) {
    return { kind: 'redirect', status: 302, location }
  }
  const redirectRefused = request.postLogoutRedirectUri !== ''
  const application = hint.kind === 'confirmed' ? applicationLink(ctx, hint.client) : null
  const { uiLocales } = request
  return {
    kind: 'page',
    status: 200,
    view: {
      page: 'signed-out',
      redirectRefused,
      ...(application ? { application } : {}),
      ...remembered,
      ...(there ? { provider: there } : {}),
      uiLocales,
    },
  }
}

/** For the page after the sign-out: the provider that the session began with. Its own session stays. */
async function providerOfSession(ctx: Context, cookies: SignInCookies) {
  const found = await browserSession(ctx, cookies.session)
  return found && signOutThere(ctx, found.session)
}

/** For the page after the sign-out: true when this browser skips the second step of the signed-in user. */
async function rememberedBrowser(ctx: Context, { session, device }: SignInCookies) {
  const owner = device === null ? null : (await browserSession(ctx, session))?.user
  const id = owner ? await rememberedAs(ctx, device, owner) : null
  return id === null ? {} : { rememberedAs: id }
}

/**
 * `POST /auth/forget-browser`: ends the time for which this browser skips the second step of the user who signed out.
 */
export async function forgetBrowser(ctx: Context, { cookies, form }: Incoming): Promise<Outcome> {
  const id = Number(form?.value('remembered'))
  if (Number.isSafeInteger(id)) {
    await transaction(ctx, (tx) => forgetThisBrowser(tx, cookies.device, id))
  }
  const view = {
    page: 'signed-out',
    redirectRefused: false,
    forgotten: true,
    uiLocales: [],
  } as const
  return { kind: 'page', status: 200, view }
}

/** `GET /auth/forget-browser`: only the button changes something. */
export async function forgetBrowserPage(ctx: Context): Promise<Outcome> {
  return { kind: 'redirect', status: 302, location: `${ctx.config.baseUrl}/account/overview` }
}

/**
 * Asks for confirmation. Drops the `client_id` beside an unconfirmable hint: its sender proved nothing, and it
 * would authorize a redirect. When no user is signed in, the page says so instead of asking. If the hint only
 * outlived its session, the page links to the website of its application.
 */
async function askToConfirm(
  ctx: Context,
  { cookies }: Incoming,
  request: LogoutRequest,
  hint: HintState,
): Promise<Outcome> {
  const fields = keptFields(request, hint.kind === 'absent')
  const user = await signedInUser(ctx, cookies)
  const isSignedOut = user === null
  const application =
    isSignedOut && hint.kind === 'unconfirmable' && hint.client
      ? applicationLink(ctx, hint.client)
      : null
  return {
    kind: 'page',
    status: 200,
    view: {
      page: 'logout-confirm',
      fields,
      isSignedOut,
      ...(user ? { account: accountView(user) } : {}),
      uiLocales: request.uiLocales,
      ...(application ? { application } : {}),
    },
  }
}

async function signedInUser(ctx: Context, cookies: SignInCookies): Promise<UserRecord | null> {
  const found = await browserSession(ctx, cookies.session)
  const isValid = found && sessionState(ctx, found.session, found.user, null) === 'valid'
  return isValid ? found.user : null
}

/** The address is relative, so the form posts to the page's own origin and the cookies are sent. */
function postAgain(request: LogoutRequest): Outcome {
  const { uiLocales } = request
  return { kind: 'form-post', action: '/auth/logout', fields: fieldsOnceMore(request), uiLocales }
}

/** Redirects a POST that proved nothing to the confirmation page. */
function askAgain(ctx: Context, request: LogoutRequest): Outcome {
  const location = appendQuery(`${ctx.config.baseUrl}/auth/logout`, keptFields(request, false))
  return { kind: 'redirect', status: 303, location }
}
