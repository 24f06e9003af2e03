import {
  isUsableRedirectUri,
  matchesLoopbackAddress,
  matchesLoopbackPort,
} from '#lib/base/network/url.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'

type ClientOfUris = Pick<ClientWithUris, 'redirectUris' | 'isPublic' | 'createdViaDcr'>

/**
 * True when the client registered the URI, compared byte for byte without normalisation. Native applications have
 * one exception (RFC 8252, section 7.3). A registered http loopback URI without a port matches any port, but only
 * when the response type is exactly `code`; for a public client that registered itself, one with a port does so, too,
 * where its host is an address: the application may find its port taken.
 * @param responseType the parameter as sent
 */
export function isRegisteredRedirectUri(
  client: ClientOfUris,
  requested: string,
  responseType: string,
): boolean {
  if (client.redirectUris.some(({ uri }) => uri === requested)) return true
  if (responseType !== 'code') return false
  const anyPort = client.isPublic && client.createdViaDcr
  return client.redirectUris.some(
    ({ uri }) =>
      matchesLoopbackPort(uri, requested) || (anyPort && matchesLoopbackAddress(uri, requested)),
  )
}

/**
 * True when a browser may be redirected to the URI now: it is well-formed and still registered. Callers check again
 * before an answer, since registrations change during a sign-in.
 */
export function isDeliverable(
  client: ClientOfUris,
  redirectUri: string,
  responseType: string,
): boolean {
  return (
    isUsableRedirectUri(redirectUri) && isRegisteredRedirectUri(client, redirectUri, responseType)
  )
}

/** The destination of a request's answer: a device, or else a redirect URI. */
interface Answered {
  readonly client: ClientOfUris
  readonly redirectUri: string
  readonly responseType: string
  readonly device?: object
}

/** True when the answer to a request can be sent now: to its redirect URI, or to the device that requested it. */
export function isAnswerable({ client, redirectUri, responseType, device }: Answered): boolean {
  return device !== undefined || isDeliverable(client, redirectUri, responseType)
}

/**
 * The destination of a redirect URI, for display: host and port of an http or https URI, otherwise the whole URI.
 * User information before the host is left out, because it could deceive the reader.
 */
export function destinationOf(redirectUri: string): string {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(redirectUri)?.[1]
  return authority?.slice(authority.lastIndexOf('@') + 1) || redirectUri
}
