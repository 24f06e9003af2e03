import type { ClientRecord } from '#app/admin/clients/_parts/client-page-data.ts'
import { proposedAddresses } from '#lib/guides/fill.ts'
import type { Guide } from '#lib/guides/guide.ts'

/** Addresses that a guide proposes and the client has not registered. */
export interface MissingAddresses {
  readonly redirectUris: readonly string[]
  readonly webOrigins: readonly string[]
}

/**
 * The addresses that a client must register for a guide on a developer's computer. They come from the guide alone, so
 * no stranger can lead an administrator to register another one. A client that has an address with the same path needs
 * none.
 */
export function missingAddresses(
  guide: Guide,
  client: Pick<ClientRecord, 'redirectURIs' | 'webOrigins' | 'authorizationCodeEnabled'>,
  issuer: string,
): MissingAddresses {
  const { redirectUri, afterSignOut } = proposedAddresses(guide, issuer)
  const registered = (client.redirectURIs ?? []).map(({ uri }) => uri)
  const isMissing = (uri: string) =>
    isOwnComputer(uri) && !registered.some((other) => pathOf(other) === pathOf(uri))
  if (!client.authorizationCodeEnabled) return { redirectUris: [], webOrigins: [] }
  const redirectUris = [...new Set([redirectUri, afterSignOut])].filter(isMissing)
  const origins = (client.webOrigins ?? []).map(({ origin }) => origin)
  const needsOrigin = guide.kind === 'spa' && origins.length === 0 && isOwnComputer(redirectUri)
  return { redirectUris, webOrigins: needsOrigin ? [new URL(redirectUri).origin] : [] }
}

function isOwnComputer(uri: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/.test(uri)
}

function pathOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).pathname : uri
}
