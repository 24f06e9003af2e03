import { splitWords } from '#lib/base/text/text.ts'
import type { AnyContext } from '#lib/context.ts'
import type { ClientRecord, SettingsRecord } from '#lib/persistence/store.ts'
import { protocolFeatures } from '../settings/protocol-features.ts'
import { invalidValue } from '../values/validation.ts'

type Named = Pick<ClientRecord, 'clientIdentifier' | 'createdViaDcr'>

/** True for a client that identified itself by the address of its metadata document. */
export function isDocumentClient({ clientIdentifier, createdViaDcr }: Named): boolean {
  return createdViaDcr && clientIdentifier.startsWith('https://')
}

/** The host, with a port other than 443, of a document's address. */
export function documentHost(clientIdentifier: string): string {
  return URL.parse(clientIdentifier)?.host ?? ''
}

export function isTrustedHost(
  { clientIdMetadataDocumentHosts }: Pick<SettingsRecord, 'clientIdMetadataDocumentHosts'>,
  host: string,
): boolean {
  return splitWords(clientIdMetadataDocumentHosts).includes(host)
}

/** True when clients of this host may be used at all: a trusted host, or others are not refused. */
export function isHostAllowed(settings: SettingsRecord, host: string): boolean {
  return settings.clientIdMetadataDocumentOtherHosts !== 'refuse' || isTrustedHost(settings, host)
}

/** True for a client of a host that an administrator trusts, by its metadata document. */
function isTrustedClient({ settings }: AnyContext, client: Named): boolean {
  return isDocumentClient(client) && isTrustedHost(settings, documentHost(client.clientIdentifier))
}

/** True for a client that registered itself, and whose name is not verified. */
export function isUnverified(ctx: AnyContext, client: Named): boolean {
  return client.createdViaDcr && !isTrustedClient(ctx, client)
}

/**
 * True when the client may be used now. A client with a document is also out of use while documents are off or its
 * host is not allowed.
 */
export function isInUse(ctx: AnyContext, client: Named & Pick<ClientRecord, 'enabled'>): boolean {
  if (!client.enabled || !isDocumentClient(client)) return client.enabled
  return (
    protocolFeatures(ctx).clientIdMetadataDocuments &&
    isHostAllowed(ctx.settings, documentHost(client.clientIdentifier))
  )
}

/**
 * Refuses to change fields by hand that the client's document states.
 * @throws Refusal VALIDATION_ERROR
 */
export function requireNoDocument(client: Named): void {
  if (isDocumentClient(client)) throw invalidValue("This client's document decides that.")
}
