import { isUsableRedirectUri } from '#lib/base/network/url.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import type { Context } from '#lib/context.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { isRegisteredRedirectUri } from '../redirect-uri.ts'
import { AuthorizationPageError } from './errors.ts'
import { modeOfRefusedObject } from './request-object.ts'
import { findRequestingClient, readDocumentAgain } from './requesting-client.ts'
import { isImplicitShaped, parseResponseMode, type ResponseMode } from './response-type.ts'

/** The validated client and redirect URI, without which the client gets no answer. */
export interface TrustedDestination {
  readonly client: ClientWithUris
  readonly redirectUri: string
  /** As requested; null when absent. */
  readonly responseMode: ResponseMode | null
}

/**
 * Checks a request until its redirect URI can be trusted. The first failure is the answer: client, code flow,
 * redirect URI, response mode.
 * @throws AuthorizationPageError with the reason that the page shows
 */
export async function checkDestination(
  ctx: Context,
  parameters: Parameters,
): Promise<TrustedDestination> {
  refuseRepetition(parameters, 'client_id')
  refuseRepetition(parameters, 'redirect_uri')
  const known = await findClient(ctx, parameters.value('client_id'))
  refuseClosedCodeFlow(known, parameters.value('response_type') ?? '')
  const redirectUri = readRedirectUri(known, parameters)
  const client = await withRedirectUri(ctx, known, redirectUri, parameters)
  const responseMode = readResponseMode(parameters)
  return { client, redirectUri, responseMode }
}

/** Repeated values leave the intended client or redirect URI unknown (RFC 6749, section 3.1). */
function refuseRepetition(parameters: Parameters, name: string): void {
  if (parameters.repeated.includes(name)) {
    throw new AuthorizationPageError('parameter_repeated', { parameter: name })
  }
}

async function findClient(
  ctx: Context,
  clientIdentifier: string | undefined,
): Promise<ClientWithUris> {
  if (!clientIdentifier) throw new AuthorizationPageError('client_id_missing')
  return findRequestingClient(ctx, clientIdentifier)
}

function refuseClosedCodeFlow(client: ClientWithUris, responseType: string): void {
  if (!client.authorizationCodeEnabled && !isImplicitShaped(responseType)) {
    throw refusal(client, 'auth_code_not_enabled')
  }
}

function readRedirectUri(client: ClientWithUris, parameters: Parameters): string {
  const redirectUri = parameters.value('redirect_uri')
  if (!redirectUri) throw refusal(client, 'redirect_uri_missing')
  if (!isUsableRedirectUri(redirectUri)) {
    throw refusal(client, 'redirect_uri_not_absolute', redirectUri)
  }
  return redirectUri
}

/** The client with the redirect URI registered. A client's document may name it since it was read. */
async function withRedirectUri(
  ctx: Context,
  known: ClientWithUris,
  redirectUri: string,
  parameters: Parameters,
): Promise<ClientWithUris> {
  const responseType = parameters.value('response_type') ?? ''
  if (isRegisteredRedirectUri(known, redirectUri, responseType)) return known
  const client = await readDocumentAgain(ctx, known)
  if (isRegisteredRedirectUri(client, redirectUri, responseType)) return client
  throw refusal(client, 'redirect_uri_not_registered', redirectUri)
}

/** With an unknown mode there is no way to answer the client as it requested. */
function readResponseMode(parameters: Parameters): ResponseMode | null {
  const text = parameters.value('response_mode')
  if (text === undefined) return modeOfRefusedObject(parameters)
  const mode = parseResponseMode(text)
  if (!mode) throw new AuthorizationPageError('response_mode_unsupported')
  return mode
}

function refusal(
  client: ClientWithUris,
  reason: AuthorizationPageError['reason'],
  sentRedirectUri?: string,
): AuthorizationPageError {
  const { clientIdentifier } = client
  return new AuthorizationPageError(reason, {}, { clientIdentifier, sentRedirectUri })
}
