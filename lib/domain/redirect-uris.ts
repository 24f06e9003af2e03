import type { Context } from '#lib/context.ts'
import { isUsableRedirectUri } from '#lib/kernel/url.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { mayUseImplicitFlow } from './client-flows.ts'
import { invalidValue } from './validation.ts'

const maxEntries = 200
const maxBytes = 2_048

/**
 * Refuses redirect URIs for a client that never sends a browser back: neither the code flow nor the
 * implicit flow is on.
 * @throws Refusal VALIDATION_ERROR
 */
export function requireBrowserFlow(ctx: Context, client: ClientRecord): void {
  if (client.authorizationCodeEnabled || mayUseImplicitFlow(ctx, client)) return
  throw invalidValue('Redirect URIs need the authorization code flow or the implicit flow.')
}

/**
 * Checks the list of a client's redirect URIs: absolute, without a fragment, each once.
 * @returns the URIs trimmed, otherwise byte for byte as sent
 * @throws Refusal VALIDATION_ERROR
 */
export function checkRedirectUris(sent: readonly string[]): readonly string[] {
  if (sent.length > maxEntries) {
    throw invalidValue(`A client may have at most ${maxEntries} redirect URIs.`)
  }
  const uris = new Set<string>()
  for (const entry of sent) {
    const uri = entry.trim()
    if (uri === '') throw invalidValue('A redirect URI may not be empty.')
    if (!isUsableRedirectUri(uri)) {
      throw invalidValue('A redirect URI must be an absolute URI without a fragment.')
    }
    if (Buffer.byteLength(uri) > maxBytes) {
      throw invalidValue(`A redirect URI may have at most ${maxBytes} bytes.`)
    }
    if (uris.has(uri)) throw invalidValue('A redirect URI is listed twice.')
    uris.add(uri)
  }
  return [...uris]
}
