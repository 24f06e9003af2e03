import { systemScheme } from '#lib/base/network/system-schemes.ts'
import { isLoopbackHttp, isUsableRedirectUri } from '#lib/base/network/url.ts'
import { codePoints, cutCodePoints, isOneLine } from '#lib/base/text/text.ts'
import { OAuthError } from './errors.ts'

type AuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post'

/** The metadata that this server reads from a registration (RFC 7591, section 2), checked. */
export interface RegistrationMetadata {
  readonly authMethod: AuthMethod
  readonly grantTypes: readonly string[]
  readonly redirectUris: readonly string[]
  /** `undefined` when none was sent. */
  readonly clientName: string | undefined
}

const authMethods: readonly AuthMethod[] = ['none', 'client_secret_basic', 'client_secret_post']
const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials']
const maxNameLength = 100
const maxUris = 60
const maxUriBytes = 2_048
/**
 * Reads a registration's body: a JSON object. Unknown fields are ignored, null counts as absent, and defaults are
 * filled in.
 * @param body the bytes; null when there were more than 64 KiB
 * @throws OAuthError invalid_client_metadata, or invalid_redirect_uri
 */
export function readRegistration(body: Uint8Array | null): RegistrationMetadata {
  const metadata = readObject(body)
  const authMethod = readAuthMethod(metadata.token_endpoint_auth_method)
  const types = readGrantTypes(metadata.grant_types)
  if (authMethod === 'none' && types.includes('client_credentials')) {
    throw invalidMetadata("A public client cannot use the grant type 'client_credentials'.")
  }
  const clientName = readClientName(metadata.client_name)
  const redirectUris = readRedirectUris(metadata.redirect_uris, authMethod === 'none')
  if (redirectUris.length === 0 && types.includes('authorization_code')) {
    throw invalidRedirectUri("The grant type 'authorization_code' needs at least one redirect URI.")
  }
  return { authMethod, grantTypes: types, redirectUris, clientName }
}

function readObject(body: Uint8Array | null): Record<string, unknown> {
  if (!body) throw invalidMetadata('The request body is larger than 64 KiB.')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw invalidMetadata('The request body is not JSON.')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalidMetadata('The request body is not a JSON object.')
  }
  return value as Record<string, unknown>
}

function readAuthMethod(value: unknown): AuthMethod {
  const method = value ?? ''
  if (method === '') return 'client_secret_basic'
  const known = authMethods.find((name) => name === method)
  if (!known) {
    throw invalidMetadata(
      typeof method === 'string'
        ? `The token_endpoint_auth_method '${quoted(method)}' is not supported.`
        : 'The token_endpoint_auth_method is not a string.',
    )
  }
  return known
}

function readGrantTypes(value: unknown): string[] {
  const types = value ?? []
  if (!Array.isArray(types)) throw invalidMetadata('grant_types is not an array.')
  for (const type of types) {
    if (typeof type !== 'string') throw invalidMetadata('A grant type is not a string.')
    if (!grantTypes.includes(type)) {
      throw invalidMetadata(`The grant type '${quoted(type)}' is not supported.`)
    }
  }
  return types.length === 0 ? ['authorization_code'] : [...new Set<string>(types)]
}

function readClientName(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalidMetadata('client_name is not a string.')
  if (codePoints(value) > maxNameLength) {
    throw invalidMetadata(`client_name may have at most ${maxNameLength} characters.`)
  }
  // `isWellFormed` refuses unpaired surrogates: not every database can store them.
  if (/[<>]/.test(value) || !isOneLine(value) || !value.isWellFormed()) {
    throw invalidMetadata('client_name holds a character that is not allowed.')
  }
  return value
}

function readRedirectUris(value: unknown, isPublic: boolean): string[] {
  const uris = value ?? []
  if (!Array.isArray(uris)) throw invalidRedirectUri('redirect_uris is not an array.')
  if (uris.length > maxUris) {
    throw invalidRedirectUri(`At most ${maxUris} redirect URIs may be registered.`)
  }
  const checked = uris.map((uri: unknown) => checkRedirectUri(uri, isPublic))
  const repeated = checked.find((uri, i) => checked.indexOf(uri) < i)
  if (repeated !== undefined) {
    throw invalidRedirectUri(`The redirect URI '${quoted(repeated)}' was sent more than once.`)
  }
  return checked
}

/** Checks one redirect URI of a self-registered client. `*` is an ordinary character here, no wildcard. */
function checkRedirectUri(uri: unknown, isPublic: boolean): string {
  if (typeof uri !== 'string') throw invalidRedirectUri('A redirect URI is not a string.')
  if (Buffer.byteLength(uri) > maxUriBytes) {
    throw invalidRedirectUri(
      `A redirect URI may have at most ${maxUriBytes} bytes: '${quoted(uri)}'.`,
    )
  }
  // Browsers accept these characters, but RFC 3986 does not.
  if (!isUsableRedirectUri(uri) || /[{}|^`]/.test(uri)) {
    throw invalidRedirectUri(`The redirect URI '${quoted(uri)}' is malformed.`)
  }
  const scheme = uri.slice(0, uri.indexOf(':')).toLowerCase()
  if (systemScheme(uri) !== null) {
    throw invalidRedirectUri(`The scheme of the redirect URI '${quoted(uri)}' is not allowed.`)
  }
  if (scheme === 'http' || scheme === 'https') checkWebUri(uri, scheme, isPublic)
  else if (!isPublic) {
    throw invalidRedirectUri(`A confidential client cannot use a custom scheme: '${quoted(uri)}'.`)
  }
  return uri
}

function checkWebUri(uri: string, scheme: 'http' | 'https', isPublic: boolean): void {
  if (/^https?:\/\/[^/?]*@/i.test(uri)) {
    throw invalidRedirectUri(
      `The redirect URI '${quoted(uri.replace(/\/\/[^/?]*@/, '//...@'))}' may not carry user information.`,
    )
  }
  if (scheme === 'http' && !isLoopbackHttp(uri)) {
    throw invalidRedirectUri(
      `The scheme http is allowed for 127.0.0.1, [::1] and localhost only: '${quoted(uri)}'.`,
    )
  }
  if (scheme === 'https' && isPublic) {
    throw invalidRedirectUri(
      `A public client may use loopback http and custom schemes only: '${quoted(uri)}'.`,
    )
  }
}

/** Truncates a value, so the description around it stays readable. */
function quoted(value: string): string {
  const cut = cutCodePoints(value, 200)
  return cut === value ? value : `${cut}...`
}

function invalidMetadata(description: string): OAuthError {
  return new OAuthError('invalid_client_metadata', 'registration_metadata', description)
}

function invalidRedirectUri(description: string): OAuthError {
  return new OAuthError('invalid_redirect_uri', 'registration_redirect_uri', description)
}
