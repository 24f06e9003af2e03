import { appendQuery, isUsableRedirectUri } from '#lib/base/network/url.ts'
import type { Context } from '#lib/context.ts'
import type { HintState } from './hint.ts'
import type { LogoutRequest } from './request.ts'

/**
 * Resolves the redirect after the sign-out. The requested URI must be, byte for byte, a registered redirect URI of
 * the hint's client or, without a hint, of the client in `client_id`. The result never decides whether the user is
 * signed out. Every failure, even of the database, therefore only costs the redirect.
 * @returns the address with `state` added when one was sent, or null
 */
export async function resolvePostLogoutRedirect(
  ctx: Context,
  request: LogoutRequest,
  hint: HintState,
): Promise<string | null> {
  const { postLogoutRedirectUri: uri, state } = request
  if (uri === '' || !isUsableRedirectUri(uri)) return null
  const client = await redirectingClient(ctx, request, hint)
  if (!client?.redirectUris.some((registered) => registered.uri === uri)) return null
  return state === undefined ? uri : appendQuery(uri, [['state', state]], ['state'])
}

async function redirectingClient(ctx: Context, { clientId }: LogoutRequest, hint: HintState) {
  if (hint.kind === 'confirmed') return hint.client
  if (hint.kind === 'unconfirmable' || !clientId) return null
  try {
    return await ctx.configuration.client(clientId)
  } catch (error) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'failed to look up a client')
    return null
  }
}
