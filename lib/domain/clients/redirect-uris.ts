import { systemScheme } from '#lib/base/network/system-schemes.ts'
import { asciiUri, isUsableRedirectUri } from '#lib/base/network/url.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { listChange } from '../values/expected-list.ts'
import { invalidValue } from '../values/validation.ts'
import { isDocumentClient } from './client-documents.ts'
import { mayUseImplicitFlow } from './client-flows.ts'

const maxEntries = 200
const maxBytes = 2_048

/**
 * Refuses to change the redirect URIs of a client that cannot use them, because both the code flow and the implicit
 * flow are off.
 * @param wanted the client's new redirect URIs
 * @throws Refusal VALIDATION_ERROR
 */
export function requireBrowserFlow(
  ctx: Context,
  client: ClientWithUris,
  wanted: readonly string[],
): void {
  if (client.authorizationCodeEnabled || mayUseImplicitFlow(ctx, client)) return
  const { added, removed } = listChange(storedUris(client), wanted)
  if (added.length === 0 && removed.length === 0) return
  throw invalidValue('Redirect URIs need the authorization code flow or the implicit flow.')
}

/**
 * Checks the list of a client's redirect URIs: absolute, without a fragment, no duplicates. Stored URIs are not checked
 * again, so that a list that was read can be written back.
 * @param client absent for a new client
 * @returns the URIs trimmed, otherwise byte for byte as sent
 * @throws Refusal VALIDATION_ERROR
 */
export function checkRedirectUris(
  sent: readonly string[],
  client?: ClientWithUris,
): readonly string[] {
  const stored = new Set(client && storedUris(client))
  if (client && isDocumentClient(client)) requireSameUris(sent, stored)
  if (sent.length > Math.max(maxEntries, stored.size)) {
    throw invalidValue(`A client may have at most ${maxEntries} redirect URIs.`)
  }
  const uris = new Set<string>()
  for (const entry of sent) {
    const uri = stored.has(entry) ? entry : entry.trim()
    if (!stored.has(uri)) requireRedirectUri(uri)
    if (uris.has(uri)) throw invalidValue('A redirect URI is listed twice.')
    uris.add(uri)
  }
  return [...uris]
}

/** The document of a client determines them. */
function requireSameUris(sent: readonly string[], stored: ReadonlySet<string>): void {
  if (sent.length === stored.size && sent.every((uri) => stored.has(uri))) return
  throw invalidValue("This client's document decides that.")
}

function requireRedirectUri(uri: string): void {
  if (uri === '') throw invalidValue('A redirect URI may not be empty.')
  if (!isUsableRedirectUri(uri)) throw invalidValue(faultOf(uri))
  const scheme = systemScheme(uri)
  if (scheme !== null) {
    throw invalidValue(
      `The redirect URI '${cutCodePoints(uri, 100)}' may not have the scheme '${scheme}', which belongs to the system or the browser.`,
    )
  }
  if (Buffer.byteLength(uri) > maxBytes) {
    throw invalidValue(`A redirect URI may have at most ${maxBytes} bytes.`)
  }
}

/** Describes the fault of an unusable redirect URI. */
function faultOf(uri: string): string {
  if (/\s/.test(uri)) return 'A redirect URI may hold no blank.'
  if (/[^\0-\x7f]/.test(uri)) {
    const ascii = asciiUri(uri)
    return `A redirect URI may hold only ASCII${ascii ? `: write ${ascii}` : '.'}`
  }
  return 'A redirect URI must be an absolute URI without a fragment.'
}

function storedUris({ redirectUris }: ClientWithUris): string[] {
  return redirectUris.map(({ uri }) => uri)
}
