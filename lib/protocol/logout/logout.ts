import type { Context } from '#lib/context.ts'
import { browserSession, sessionState } from '#lib/domain/sessions.ts'
import type { Incoming, SignInCookies } from '#lib/kernel/incoming.ts'
import type { CookieChange, Outcome } from '#lib/kernel/outcome.ts'
import { appendQuery } from '#lib/kernel/url.ts'
import { applicationLink } from '../authorize/client-view.ts'
import { classifyHint, type HintState, unconfirmable } from './hint.ts'
import { resolvePostLogoutRedirect } from './redirect.ts'
import { fieldsOnceMore, keptFields, type LogoutRequest, readLogoutRequest } from './request.ts'
import { endBrowserSession, findBrowserSession, leaveSession } from './sign-out.ts'

const clearedCookies: readonly CookieChange[] = [
  { cookie: 'session', value: null },
  { cookie: 'browser', value: null },
]

/**
 * `GET` and `POST /auth/logout` (OpenID Connect RP-Initiated Logout 1.0; docs/specification.md "Logout").
 * With a confirmed hint the user is signed out at once; otherwise the confirmation page asks first,
 * and its POST, which carries no hint and can only come from our own origin, signs out. Problems with
 * the redirect never keep a user signed in.
 */
export function logout(ctx: Context, incoming: Incoming): Promise<Outcome> {
  return judge(ctx, incoming, true)
}

/**
 * `POST /auth/logout` of a page of another origin, which always has a hint. Browsers leave the session's
 * cookie out of a POST from another site, so that nobody can tell here whether the hint is for the session
 * that the browser holds. Without the cookie a confirmed hint is therefore not acted upon: the answer is a page
 * that posts the same fields from our own origin, where the cookie comes along and the request is judged for
 * good. It does so once: a page in an opaque origin (a sandbox) is not of our own origin either. What it posts
 * comes here again, and is answered as if nothing had been proven.
 */
export function logoutFromElsewhere(ctx: Context, incoming: Incoming): Promise<Outcome> {
  return judge(ctx, incoming, incoming.cookies.session !== null)
}

/** @param isSessionKnown false: the browser may hold a session although it sent no cookie */
async function judge(ctx: Context, incoming: Incoming, isSessionKnown: boolean): Promise<Outcome> {
  const request = readLogoutRequest(incoming)
  let hint = await classifyHint(ctx, request, await findBrowserSession(ctx, incoming.cookies))
  if (hint.kind === 'confirmed' && !isSessionKnown) {
    if (!request.isPostedAgain) return postAgain(request)
    hint = unconfirmable(ctx, 'origin')
  }
  if (hint.kind === 'confirmed' || (hint.kind === 'absent' && request.isPost)) {
    return signOut(ctx, incoming, request, hint)
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
  if (hint.kind === 'confirmed') await leaveSession(ctx, hint, cookies)
  else await endBrowserSession(ctx, cookies)
  if (location !== null) {
    return { kind: 'redirect', status: 302, location, cookies: clearedCookies }
  }
  const redirectRefused = request.postLogoutRedirectUri !== ''
  return {
    kind: 'page',
    status: 200,
    view: { page: 'signed-out', redirectRefused, uiLocales: request.uiLocales },
    cookies: clearedCookies,
  }
}

/**
 * The `client_id` beside an unconfirmable hint is dropped with it: whoever sent them proved nothing,
 * and it would authorize a redirect. Where nobody is signed in, the page says so instead of asking, and the application
 * of a hint that only outlived its session is offered by its website.
 */
async function askToConfirm(
  ctx: Context,
  { cookies }: Incoming,
  request: LogoutRequest,
  hint: HintState,
): Promise<Outcome> {
  const fields = keptFields(request, hint.kind === 'absent')
  const isSignedOut = !(await isSignedIn(ctx, cookies))
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
      uiLocales: request.uiLocales,
      ...(application ? { application } : {}),
    },
  }
}

async function isSignedIn(ctx: Context, cookies: SignInCookies): Promise<boolean> {
  const found = await browserSession(ctx, cookies.session)
  return found !== null && sessionState(ctx, found.session, found.user, null) === 'valid'
}

/** The address is relative: the page's own origin is the one whose cookies come along. */
function postAgain(request: LogoutRequest): Outcome {
  const { uiLocales } = request
  return { kind: 'form-post', action: '/auth/logout', fields: fieldsOnceMore(request), uiLocales }
}

/** From a POST that proved nothing to the confirmation page. */
function askAgain(ctx: Context, request: LogoutRequest): Outcome {
  const location = appendQuery(`${ctx.config.baseUrl}/auth/logout`, keptFields(request, false))
  return { kind: 'redirect', status: 303, location }
}
