import type { CookieChange, Outcome } from '#lib/answers/outcome.ts'
import { ApiError, createClient } from '#lib/api/client.ts'
import { requestLogout } from '#lib/api/contract/account/logout-request.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { internalUrl } from './addresses.ts'
import { endSession, findSession } from './session.ts'

/**
 * Signs out of the console and of the server. Removes the console's session and posts the Account API's hint to the
 * sign-out endpoint, which signs out without a question and confirms it. Without a hint the browser is redirected
 * to that endpoint, which asks for confirmation: a session of the server may outlive the console's. When the API
 * reports no session to end, the browser is redirected to the start page.
 */
export async function signOut(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const cookie = incoming.cookies.console
  const form = await logoutForm(ctx, cookie)
  if (cookie) await endSession(ctx, cookie)
  const cookies: CookieChange[] = cookie ? [{ cookie: 'console', value: null }] : []
  if (form === 'unknown' || form === 'ended') {
    const location = form === 'ended' ? '/' : `${ctx.config.baseUrl}/auth/logout`
    return { kind: 'redirect', status: 303, location, cookies }
  }
  const fields = Object.entries(form.params).filter(([name]) => !isReturn(name))
  return { kind: 'form-post', action: form.endpoint, fields, cookies }
}

/**
 * The API gives a hint only with an address to return to. That start page would not report the result of the
 * sign-out, but the endpoint's own page does.
 */
function isReturn(name: string): boolean {
  return name === 'post_logout_redirect_uri'
}

/**
 * Returns the form for the sign-out endpoint. `ended`: the API knows no session to end; `unknown`: the API call
 * failed. Errors are not thrown, because signing out must not fail.
 */
async function logoutForm(ctx: Context, cookie: string | null) {
  try {
    const session = await findSession(ctx, cookie)
    if (!session) return 'unknown'
    const options = { baseUrl: internalUrl(ctx.config), token: session.accessToken }
    const { config } = ctx
    const answer = await createClient({ requestLogout }, options).requestLogout({
      body: {
        postLogoutRedirectUri: config.adminConsoleUrl,
        clientIdentifier: consoleClientIdentifier,
        responseMode: 'form_post',
      },
    })
    return 'params' in answer ? answer : 'unknown'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_SESSION') return 'ended'
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'the console failed to request sign-out')
    return 'unknown'
  }
}
