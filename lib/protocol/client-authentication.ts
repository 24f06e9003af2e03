import type { RefusalFacts, RefusalRule } from '#lib/answers/refusal-rules.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { equalDigests, sha256 } from '#lib/base/crypto/hash.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import { type AnyContext, type Context, noteSubject } from '#lib/context.ts'
import { secretFacts } from '#lib/domain/audit/refusal-facts.ts'
import { isInUse } from '#lib/domain/clients/client-documents.ts'
import type {
  ClientRecord,
  ClientStatus,
  ClientWithUris,
  GrantRecord,
} from '#lib/persistence/store.ts'
import {
  AssertionError,
  type AssertionFault,
  type ClientAssertion,
  readAssertion,
  spendAssertion,
  verifyAssertion,
} from './client-assertion.ts'
import { checkClientProof, requireProofOf } from './dpop/client-proof.ts'
import type { DpopProof, MaybeProvingRequest } from './dpop/proof.ts'
import { invalidClient, invalidRequest, type OAuthError, unauthorizedClient } from './errors.ts'

/** An identifier, with a secret unless that is ''. */
interface SentSecret {
  readonly clientIdentifier: string
  readonly secret: string
}

export type ClientCredentials = SentSecret | ClientAssertion

/** A client with its proof: a key, or what its kind requires. */
export interface AuthenticatedClient {
  readonly client: ClientWithUris
  readonly provedKey: boolean
  /** The proof of the key that the tokens will be bound to, not spent yet; null without one. */
  readonly proof: DpopProof | null
}

/** The purpose of an authentication. Tokens are bound to the key that a request for them proves. */
export type AuthenticationUse =
  | {
      readonly endpoint: 'token'
      readonly grantType: string
      readonly request: MaybeProvingRequest
    }
  | { readonly endpoint: 'par'; readonly request: MaybeProvingRequest }
  | { readonly endpoint: 'revocation' | 'introspection' | 'device_authorization' }

const paths = {
  token: '/auth/token',
  revocation: '/auth/revoke',
  introspection: '/auth/introspect',
  par: '/auth/par',
  device_authorization: '/auth/device_authorization',
} as const satisfies Record<AuthenticationUse['endpoint'], string>

const wrongSecret = 'Client authentication failed. Please review your client_secret.'

/**
 * Reads the client's identifier and secret from the Basic header (RFC 6749 section 2.3.1) or the body, or its signed
 * assertion (RFC 7523). A usable header takes precedence over a `client_id` in the body.
 * @param authorization the Authorization header as sent; anything but usable Basic counts as absent
 * @throws OAuthError `invalid_request`: a secret in both places, or no client identifier at all; what `readAssertion`
 *   refuses
 */
export function readClientCredentials(
  ctx: Context,
  authorization: string | null,
  form: Parameters,
): ClientCredentials {
  const basic = readBasic(authorization)
  const assertion = assertionOf(ctx, form, basic !== null)
  if (assertion) return assertion
  const bodySecret = form.value('client_secret') ?? ''
  if (basic && bodySecret !== '') {
    throw invalidRequest(
      'client_credentials_twice',
      'The client credentials were included both in the Authorization header and in the body.',
    )
  }
  const credentials = basic ?? {
    clientIdentifier: form.value('client_id') ?? '',
    secret: bodySecret,
  }
  if (credentials.clientIdentifier === '') {
    throw invalidRequest('client_id_missing', 'Missing required client_id parameter.')
  }
  return credentials
}

function assertionOf(ctx: Context, form: Parameters, hasBasic: boolean): ClientAssertion | null {
  try {
    return readAssertion(ctx, form, hasBasic)
  } catch (error) {
    throw answerTo(ctx, error)
  }
}

/**
 * Authenticates the client (docs/specification.md "Client authentication at the token endpoint"). The other endpoints
 * that clients call follow the same rules; introspection is for confidential clients only (RFC 7662 section 2.1). A
 * proof is checked before an assertion is spent, so that the request may come again with another proof.
 * @throws OAuthError 401 `invalid_client`: unknown, disabled, no secret or assertion or a wrong one, or public at
 *   introspection;
 *   400 `unauthorized_client` for a public client's client-credentials grant; 400 `invalid_request` for a public
 *   client that sends a secret; 400 `invalid_dpop_proof` or `use_dpop_nonce`
 */
export async function authenticateClient(
  ctx: Context,
  credentials: ClientCredentials,
  use: AuthenticationUse,
): Promise<AuthenticatedClient> {
  const { clientIdentifier } = credentials
  const known = await findClient(ctx, clientIdentifier)
  const isUsable = known !== null && isInUse(ctx, known)
  const client = requireUsable(ctx, clientIdentifier, known, isUsable)
  noteSubject(ctx, { clientId: client.id, clientIdentifier: client.clientIdentifier })
  const secret = 'secret' in credentials ? credentials.secret : ''
  if (client.isPublic) {
    if (use.endpoint === 'introspection') {
      const description = 'Token introspection needs a confidential client.'
      throw refuseClient(ctx, clientIdentifier, 'client_public', description)
    }
    checkPublicClient(secret, use)
  }
  if ('signed' in credentials) {
    const proof = await proveByAssertion(ctx, client, credentials, use)
    return { client, provedKey: true, proof }
  }
  if (!client.isPublic) checkSecret(ctx, client, secret)
  return { client, provedKey: false, proof: proofFor(ctx, client, use) }
}

/** The assertion is spent last, because a request that is refused for its nonce comes again with the same one. */
async function proveByAssertion(
  ctx: Context,
  client: ClientWithUris,
  assertion: ClientAssertion,
  use: AuthenticationUse,
): Promise<DpopProof | null> {
  try {
    const verified = await verifyAssertion(ctx, client, assertion, paths[use.endpoint])
    const proof = proofFor(ctx, client, use)
    await spendAssertion(ctx, client, verified)
    return proof
  } catch (error) {
    throw answerTo(ctx, error)
  }
}

function proofFor(ctx: Context, client: ClientRecord, use: AuthenticationUse): DpopProof | null {
  if (!('request' in use)) return null
  const proof = checkClientProof(ctx, use.request)
  if (use.endpoint === 'token') requireProofOf(client, proof)
  return proof
}

const badAssertion = 'Client authentication failed. Please review your client_assertion.'

/** The description for a client whose signature is valid. Without a valid signature the answer reveals nothing. */
const toldFaults: Partial<Record<AssertionFault, string>> = {
  audience: 'The assertion is for another audience.',
  expired: 'The assertion has expired.',
  lifetime: 'The assertion lives longer than 10 minutes.',
  used: 'The assertion was used before.',
}

/** The refusal of an assertion; other errors stay as they are. */
function answerTo(ctx: Context, error: unknown): unknown {
  if (!(error instanceof AssertionError)) return error
  const { fault, clientIdentifier } = error
  const description = toldFaults[fault] ?? badAssertion
  return refuseClient(ctx, clientIdentifier, 'client_assertion_refused', description, { fault })
}

/** @throws OAuthError 401 `invalid_client` without the proof that a grant of this client began with */
export function requireKeyProof(
  ctx: AnyContext,
  { client, provedKey }: AuthenticatedClient,
  { assertionRequired }: Pick<GrantRecord, 'assertionRequired'>,
): void {
  if (assertionRequired && !provedKey) throw assertionNeeded(ctx, client)
}

function assertionNeeded(ctx: AnyContext, { clientIdentifier }: ClientRecord): OAuthError {
  return refuseClient(
    ctx,
    clientIdentifier,
    'client_assertion_needed',
    'This client authenticates with a signed assertion (private_key_jwt).',
  )
}

function checkSecret(ctx: Context, client: ClientWithUris, secret: string): void {
  const { clientIdentifier } = client
  if (client.tokenEndpointAuthMethod === 'private_key_jwt') throw assertionNeeded(ctx, client)
  if (secret === '') {
    throw refuseClient(
      ctx,
      clientIdentifier,
      'client_secret_missing',
      'This client is configured as confidential (not public), which means a client_secret is required for authentication. Please provide a valid client_secret to proceed.',
    )
  }
  if (isSecretOf(ctx, client, secret)) return
  const facts = secretFacts(secret)
  throw refuseClient(ctx, clientIdentifier, 'client_secret_wrong', wrongSecret, facts)
}

/**
 * Checks, in the transaction that issues tokens, that the client would still authenticate in the same way. An
 * administrator's change therefore also applies to a request in progress.
 * @param now the client as read in that transaction
 * @returns `now`
 * @throws OAuthError 401 `invalid_client`: gone, disabled, made public or confidential, or given another secret
 *   or other keys
 */
export function requireStillAuthentic<Client extends ClientStatus>(
  ctx: AnyContext,
  client: ClientRecord,
  now: Client | null,
): Client {
  const { id } = client
  const isUsable = now !== null && isInUse(ctx, { ...client, enabled: now.enabled })
  const found = requireUsable(ctx, client.clientIdentifier, now?.id === id ? now : null, isUsable)
  if (
    found.isPublic !== client.isPublic ||
    !hasSameSecret(found, client) ||
    !hasSameKeys(found, client)
  ) {
    throw refuseClient(ctx, client.clientIdentifier, 'client_changed_meanwhile', wrongSecret)
  }
  return found
}

function requireUsable<Client extends ClientStatus>(
  ctx: AnyContext,
  clientIdentifier: string,
  client: Client | null,
  isUsable: boolean,
): Client {
  if (!client) throw refuseClient(ctx, clientIdentifier, 'client_unknown', 'Client does not exist.')
  if (!isUsable) throw refuseClient(ctx, clientIdentifier, 'client_disabled', 'Client is disabled.')
  return client
}

function checkPublicClient(secret: string, use: AuthenticationUse): void {
  if (use.endpoint === 'token' && use.grantType === 'client_credentials') {
    throw unauthorizedClient(
      'client_public',
      'A public client may not use the client credentials flow.',
    )
  }
  if (secret !== '') {
    throw invalidRequest(
      'client_secret_not_used',
      'This client is configured as public, which means a client_secret is not used. Please remove it from the request.',
    )
  }
}

/** Finds a client. No stored identifier contains a NUL character, and PostgreSQL rejects a query with one. */
export async function findClient(ctx: Context, identifier: string): Promise<ClientWithUris | null> {
  return identifier.includes('\0') ? null : ctx.configuration.client(identifier)
}

function isSecretOf(ctx: Context, client: ClientWithUris, secret: string): boolean {
  const sealed = client.clientSecretEncrypted
  return sealed !== null && equalDigests(secretDigest(ctx, client.id, sealed), sha256(secret))
}

/**
 * Each encryption of the same secret differs. An administrator who sets the same secret again therefore invalidates
 * requests that authenticated before.
 */
function hasSameSecret(a: ClientStatus, b: ClientStatus): boolean {
  const [one, other] = [a.clientSecretEncrypted, b.clientSecretEncrypted]
  return one && other ? Buffer.compare(one, other) === 0 : one === other
}

/** A client that may authenticate without its keys is not affected when they change. */
function hasSameKeys(a: ClientStatus, b: ClientStatus): boolean {
  if (a.isPublic) return true
  const { tokenEndpointAuthMethod: method, jwks, jwksUri } = a
  return method === b.tokenEndpointAuthMethod && jwks === b.jwks && jwksUri === b.jwksUri
}

/** Decrypts once per cached client record; afterwards the digest suffices. */
function secretDigest(ctx: Context, clientId: number, sealed: Uint8Array): Uint8Array {
  const digests = singleton('client-secret-digests', () => new WeakMap<Uint8Array, Uint8Array>())
  const known = digests.get(sealed)
  if (known !== undefined) return known
  const digest = sha256(ctx.cipher.open(sealed, `clients.client_secret_encrypted/${clientId}`))
  digests.set(sealed, digest)
  return digest
}

/** Adds the identifier and the address, both truncated, to the warning that `lib/http` logs for each refusal. */
export function refuseClient(
  { ip }: AnyContext,
  clientIdentifier: string,
  rule: RefusalRule,
  description: string,
  facts: RefusalFacts = {},
): OAuthError {
  const cause = {
    clientIdentifier: cutCodePoints(clientIdentifier, 64),
    ip: cutCodePoints(ip, 100),
  }
  const known = { ...facts, clientIdentifier: cause.clientIdentifier }
  return invalidClient(rule, description, { cause, facts: known })
}

function readBasic(authorization: string | null): ClientCredentials | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization ?? '')?.[1]
  if (!encoded) return null
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 0) return null
  return {
    clientIdentifier: percentDecoded(decoded.slice(0, colon)),
    secret: percentDecoded(decoded.slice(colon + 1)),
  }
}

/** Decodes form-encoded values; a plain secret with a stray `%` stays as it is. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
