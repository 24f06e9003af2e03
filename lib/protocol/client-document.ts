import type { Context } from '#lib/context.ts'
import { AuthorizationPageError, ruleOfReason } from './authorize/errors.ts'
import { findRequestingClient, readDocumentAgain } from './authorize/requesting-client.ts'
import { type ClientCredentials, refuseClient } from './client-authentication.ts'
import { isDocumentIdentifier } from './documents/identifier.ts'
import { tooManyRequests } from './errors.ts'

const unusable = 'The metadata document of the client cannot be used.'

/**
 * Reads the metadata document of a client that is about to authenticate at the start of its requests: an unknown or a
 * stale one, and one that names another method than the client uses. A client without a usable document fails to
 * authenticate.
 * @returns the context with the client as its document says now
 * @throws OAuthError 429; 401 `invalid_client` when the document is gone, broken or stale for too long
 */
export async function withPresentDocument(
  ctx: Context,
  credentials: ClientCredentials,
): Promise<Context> {
  const { clientIdentifier } = credentials
  if (!isDocumentIdentifier(ctx, clientIdentifier)) return ctx
  try {
    const client = await findRequestingClient(ctx, clientIdentifier)
    const hasKeys = client.tokenEndpointAuthMethod === 'private_key_jwt'
    const fits = 'signed' in credentials ? hasKeys : client.isPublic
    if (!fits) await readDocumentAgain(ctx, client)
  } catch (error) {
    if (!(error instanceof AuthorizationPageError)) throw error
    if (error.retryAfterSeconds > 0) throw tooManyRequests(error.retryAfterSeconds)
    // The client that is stored may not stand in for its document.
    const rule = ruleOfReason(error.reason)
    if (rule === 'client_document_unusable') {
      throw refuseClient(ctx, clientIdentifier, rule, unusable)
    }
  }
  return { ...ctx, configuration: await ctx.store.configuration() }
}
