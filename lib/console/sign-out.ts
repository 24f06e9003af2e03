import { ApiError, createClient } from '#lib/api/client.ts'
import { requestLogout } from '#lib/api/contract/account/logout-request.ts'
import type { Context } from '#lib/context.ts'
import { consoleClientIdentifier } from '#lib/domain/built-in.ts'
import type { Incoming } from '#lib/kernel/incoming.ts'
import type { CookieChange, Outcome } from '#lib/kernel/outcome.ts'
import { internalUrl } from './addresses.ts'
import { endSession, findSession } from './session.ts'

/**
 * Signs out of the console and of the server: forgets the console's session and posts the hint that
 * the Account API gives to the sign-out endpoint, which then asks no question and says that it is done.
 * Without a hint the browser goes to that endpoint all the same and is asked there: a session of the server
 * may outlive the console's. Where the API says that none is left to be ended it goes to the start page.
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
 * The API gives a hint only with an address to return to. The start page there would not say what came of the
 * sign-out; the page of the endpoint itself does.
 */
function isReturn(name: string): boolean {
  return name === 'post_logout_redirect_uri'
}

/**
 * What the sign-out endpoint wants to be sent. `ended`: the API knows of no session that could be ended;
 * `unknown`: it could not be asked. Signing out must not fail.
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
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'the console could not ask for sign-out')
    return 'unknown'
  }
}
