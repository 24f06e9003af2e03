import type { Context } from '#lib/context.ts'
import { issuerUrl } from '#lib/domain/settings/protocol-features.ts'

/**
 * True when a metadata path with an inserted issuer path names this server's issuer (RFC 8414 section 3.1): an issuer
 * `{base}/tenant` has its metadata at `/.well-known/oauth-authorization-server/tenant`. Paths are compared as sent,
 * without decoding, and without final slashes of the issuer.
 * @param path of the request, as sent
 * @param documentPath of the document without an inserted path
 */
export function namesIssuer(
  { config: { baseUrl }, settings: { issuer } }: Pick<Context, 'config' | 'settings'>,
  path: string,
  documentPath: string,
): boolean {
  if (!path.startsWith(`${documentPath}/`)) return false
  const asked = path.slice(documentPath.length).replace(/\/$/, '')
  if (asked === '' || issuerUrl(issuer)?.origin !== new URL(baseUrl).origin) return false
  const issuerPath = issuer.replace(/^https?:\/\/[^/]*/i, '').replace(/\/+$/, '')
  return asked === issuerPath
}
