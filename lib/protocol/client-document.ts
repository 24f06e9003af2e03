import type { Context } from '#lib/context.ts'
import { AuthorizationPageError } from './authorize/errors.ts'
import { findRequestingClient, readDocumentAgain } from './authorize/requesting-client.ts'
import type { ClientCredentials } from './client-authentication.ts'
import { isDocumentIdentifier } from './documents/identifier.ts'
import { tooManyRequests } from './errors.ts'

/**
 * Reads the metadata document of a client that is about to authenticate at the start of its requests: an unknown or a
 * stale one, and one that names another method than the client uses. A client without a usable document fails to
 * authenticate.
 * @returns the context with the client as its document says now
 * @throws OAuthError 429
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
  }
  return { ...ctx, configuration: await ctx.store.configuration() }
}
