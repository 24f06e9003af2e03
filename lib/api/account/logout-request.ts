import { refuse } from '#lib/answers/refusal.ts'
import * as contract from '#lib/api/contract/account/logout-request.ts'
import { operation } from '#lib/api/operation.ts'
import { appendQuery, type Field } from '#lib/base/network/url.ts'
import type { Context } from '#lib/context.ts'
import { isConsoleClient } from '#lib/domain/permissions/built-in.ts'
import { requireUser } from '#lib/domain/permissions/caller.ts'
import { invalidField, invalidValue, requireField } from '#lib/domain/values/validation.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'

/** Issues the hint that names user, client and session to the logout endpoint. */
export type MintLogoutHint = (
  ctx: Context,
  about: {
    readonly subject: string
    readonly clientIdentifier: string
    readonly sessionIdentifier: string
  },
) => Promise<string>

/**
 * Creates the operation that prepares a logout without a confirmation page. The call itself ends no session. The
 * hint's audience is a client, so only that client may request it, and the console on behalf of its users.
 * @param mintHint injected by the route file, because tokens belong to the protocol layer
 */
export function requestLogout(mintHint: MintLogoutHint) {
  return operation(contract.requestLogout, async (ctx, { caller, body }) => {
    const { user, client, session } = requireUser(caller)
    const sent = body()
    requireField(sent.postLogoutRedirectUri, 'postLogoutRedirectUri')
    const isForm = asksForForm(sent.responseMode)
    const { id, clientIdentifier } = await findLeaving(ctx, sent)
    if (id !== client.id && !isConsoleClient(client)) {
      throw invalidValue('A hint is given for the client of the token only.')
    }
    if (!session || !(await ctx.store.sessions.hasClient(session.id, id))) {
      throw refuse('INVALID_SESSION')
    }
    const { sessionIdentifier } = session
    const about = { subject: user.subject, clientIdentifier, sessionIdentifier }
    const params = {
      id_token_hint: await mintHint(ctx, about),
      post_logout_redirect_uri: sent.postLogoutRedirectUri,
      ...(sent.state ? { state: sent.state } : {}),
    }
    const endpoint = `${ctx.config.baseUrl}/auth/logout`
    if (isForm) return { method: 'POST' as const, endpoint, params }
    const fields: Field[] = Object.entries(params)
    return { logoutUrl: appendQuery(endpoint, fields) }
  })
}

function asksForForm(responseMode: string): boolean {
  if (responseMode === 'form_post') return true
  if (responseMode === '' || responseMode === 'redirect') return false
  throw invalidField('responseMode', "must be 'redirect' or 'form_post'")
}

/** The client to sign out from: the named one, or the only one with that redirect URI. */
async function findLeaving(
  { store }: Context,
  sent: { readonly clientIdentifier: string; readonly postLogoutRedirectUri: string },
): Promise<ClientRecord> {
  const { clientIdentifier, postLogoutRedirectUri: uri } = sent
  if (clientIdentifier === '') {
    const only = await store.clients.findByRedirectUri(uri)
    if (only) return only
    throw invalidField('clientIdentifier', 'is required: not exactly one client has that URI')
  }
  const client = await store.clients.findByIdentifier(clientIdentifier)
  if (!client) throw invalidValue('There is no such client.')
  if (client.redirectUris.some((registered) => registered.uri === uri)) return client
  throw invalidField('postLogoutRedirectUri', 'is no redirect URI of the client')
}
