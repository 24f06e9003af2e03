import type { Context } from '#lib/context.ts'
import {
  documentHost,
  isDocumentClient,
  isHostAllowed,
  isInUse,
} from '#lib/domain/clients/client-documents.ts'
import { shownName } from '#lib/domain/clients/shown-client.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { isDocumentIdentifier } from '../documents/identifier.ts'
import { DocumentUnusable, obtainDocumentClient, readAgain } from '../documents/obtain.ts'
import { AuthorizationPageError } from './errors.ts'

/**
 * The client that a request names. A client that is named by the address of its metadata document is read from there,
 * unless an administrator made a client with this very identifier.
 * @throws AuthorizationPageError unknown, not in use, or without a usable document
 */
export async function findRequestingClient(
  ctx: Context,
  clientIdentifier: string,
): Promise<ClientWithUris> {
  const stored = await ctx.configuration.client(clientIdentifier)
  const client = readsDocument(ctx, clientIdentifier, stored)
    ? await withDocument(clientIdentifier, () =>
        obtainDocumentClient(ctx, clientIdentifier, stored),
      )
    : stored
  if (!client) throw unknown(clientIdentifier)
  if (!isInUse(ctx, client)) throw await notInUse(ctx, client)
  return client
}

/** The client by its present document, if the request names a redirect URI that the stored one lacks. */
export async function readDocumentAgain(
  ctx: Context,
  client: ClientWithUris,
): Promise<ClientWithUris> {
  const { clientIdentifier } = client
  if (!readsDocument(ctx, clientIdentifier, client)) return client
  const now = await withDocument(clientIdentifier, () => readAgain(ctx, client))
  if (!isInUse(ctx, now)) throw await notInUse(ctx, now)
  return now
}

/** Documents of clients that wait for approval, or were refused, are not read, because they cannot be used. */
function readsDocument(
  ctx: Context,
  clientIdentifier: string,
  stored: ClientWithUris | null,
): boolean {
  if (!protocolFeatures(ctx).clientIdMetadataDocuments) return false
  if (stored && !(isDocumentClient(stored) && stored.enabled)) return false
  return (
    isDocumentIdentifier(ctx, clientIdentifier) &&
    isHostAllowed(ctx.settings, documentHost(clientIdentifier))
  )
}

async function withDocument(
  clientIdentifier: string,
  read: () => Promise<ClientWithUris>,
): Promise<ClientWithUris> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof DocumentUnusable)) throw error
    const { reason, retryAfterSeconds } = error
    const host = documentHost(clientIdentifier)
    if (reason !== 'too_many')
      throw new AuthorizationPageError(`client_document_${reason}`, { host })
    const minutes = Math.ceil(retryAfterSeconds / 60)
    throw new AuthorizationPageError('rate_limited', { minutes }, { retryAfterSeconds })
  }
}

const registeredIdentifier = /^dcr_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An application keeps the identifier of its registration for ever, and must learn that it is gone. */
function unknown(clientIdentifier: string): AuthorizationPageError {
  return new AuthorizationPageError(
    registeredIdentifier.test(clientIdentifier) ? 'client_registration_gone' : 'client_not_found',
  )
}

async function notInUse(ctx: Context, client: ClientWithUris): Promise<AuthorizationPageError> {
  const { clientIdentifier, createdViaDcr, enabled } = client
  const registration =
    createdViaDcr && !enabled ? await ctx.store.clientRegistrations.findOfClient(client.id) : null
  if (registration?.approval !== 'pending') {
    return new AuthorizationPageError('client_disabled', {}, { clientIdentifier })
  }
  const host = isDocumentClient(client)
    ? documentHost(clientIdentifier)
    : shownName(ctx, client, true)
  return new AuthorizationPageError('client_awaits_approval', { host }, { clientIdentifier })
}
