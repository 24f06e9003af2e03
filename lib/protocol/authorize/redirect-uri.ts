import { isUsableRedirectUri, matchesLoopbackPort } from '#lib/kernel/url.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'

/**
 * True when the client registered the URI: byte for byte, without any normalisation. One exception
 * for native applications (RFC 8252, section 7.3): a registered http loopback URI without a port
 * stands for any port, and only when the response type is exactly `code`.
 * @param responseType the parameter as sent
 */
export function isRegisteredRedirectUri(
  client: Pick<ClientWithUris, 'redirectUris'>,
  requested: string,
  responseType: string,
): boolean {
  if (client.redirectUris.some(({ uri }) => uri === requested)) return true
  if (responseType !== 'code') return false
  return client.redirectUris.some(({ uri }) => matchesLoopbackPort(uri, requested))
}

/**
 * True when a browser may be sent to the URI now: it is registered (still) and well-formed. Asked
 * again before an answer leaves, since registrations change while somebody signs in.
 */
export function isDeliverable(
  client: Pick<ClientWithUris, 'redirectUris'>,
  redirectUri: string,
  responseType: string,
): boolean {
  return (
    isUsableRedirectUri(redirectUri) && isRegisteredRedirectUri(client, redirectUri, responseType)
  )
}

/**
 * Where a redirect URI leads, for people: host and port of an http or https URI, the whole URI
 * otherwise. User information in front of the host is left out, it is there to deceive.
 */
export function destinationOf(redirectUri: string): string {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(redirectUri)?.[1]
  return authority?.slice(authority.lastIndexOf('@') + 1) || redirectUri
}
