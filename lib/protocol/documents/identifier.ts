import type { Context } from '#lib/context.ts'
import { isTrustedHost } from '#lib/domain/clients/client-documents.ts'
import { isDocumentHost } from '#lib/domain/clients/document-hosts.ts'

const maxBytes = 512
const httpsText = /^https:\/\/[\x21-\x7e]+$/

/**
 * True for a `client_id` that is the address of a metadata document (draft-ietf-oauth-client-id-metadata-document,
 * section "Client Identifier"): https, in the one spelling that parsing keeps, with a path, without user, query and
 * fragment, at a DNS name. Another port than 443 must be trusted.
 */
export function isDocumentIdentifier({ config, settings }: Context, text: string): boolean {
  if (text.length > maxBytes || !httpsText.test(text) || /[?#@]/.test(text)) return false
  const url = URL.parse(text)
  if (url?.href !== text || url.pathname === '/') return false
  if (!isDocumentHost(config, url.hostname)) return false
  return url.port === '' || isTrustedHost(settings, url.host)
}
