import type { Context } from '#lib/context.ts'
import type { Parameters } from '#lib/kernel/parameters.ts'
import { isUsableRedirectUri } from '#lib/kernel/url.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { AuthorizationPageError } from './errors.ts'
import { isRegisteredRedirectUri } from './redirect-uri.ts'
import { modeOfRefusedObject } from './request-object.ts'
import { isImplicitShaped, parseResponseMode, type ResponseMode } from './response-type.ts'

/** The part of a request that decides whether, and where, the client may be answered. */
export interface TrustedDestination {
  readonly client: ClientWithUris
  readonly redirectUri: string
  /** As asked for; null when absent. */
  readonly responseMode: ResponseMode | null
}

/**
 * The checks that come before the redirect URI can be trusted, first failure first: client, code
 * flow, redirect URI, response mode.
 * @throws AuthorizationPageError with the reason that the page tells
 */
export async function checkDestination(
  ctx: Context,
  parameters: Parameters,
): Promise<TrustedDestination> {
  refuseRepetition(parameters, 'client_id')
  refuseRepetition(parameters, 'redirect_uri')
  const client = await findClient(ctx, parameters.value('client_id'))
  refuseClosedCodeFlow(client, parameters.value('response_type') ?? '')
  const redirectUri = findRedirectUri(client, parameters)
  const responseMode = readResponseMode(parameters)
  return { client, redirectUri, responseMode }
}

/** Which of two clients or redirect URIs was meant cannot be known (RFC 6749, section 3.1). */
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
  const client = await ctx.configuration.client(clientIdentifier)
  if (!client) throw new AuthorizationPageError('client_not_found')
  if (!client.enabled) throw refusal(client, 'client_disabled')
  return client
}

function refuseClosedCodeFlow(client: ClientWithUris, responseType: string): void {
  if (!client.authorizationCodeEnabled && !isImplicitShaped(responseType)) {
    throw refusal(client, 'auth_code_not_enabled')
  }
}

function findRedirectUri(client: ClientWithUris, parameters: Parameters): string {
  const redirectUri = parameters.value('redirect_uri')
  if (!redirectUri) throw refusal(client, 'redirect_uri_missing')
  if (!isUsableRedirectUri(redirectUri)) {
    throw refusal(client, 'redirect_uri_not_absolute', redirectUri)
  }
  const responseType = parameters.value('response_type') ?? ''
  if (!isRegisteredRedirectUri(client, redirectUri, responseType)) {
    throw refusal(client, 'redirect_uri_not_registered', redirectUri)
  }
  return redirectUri
}

/** An unknown mode leaves no way to answer the client that it asked for. */
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
  return new AuthorizationPageError(reason, {}, client.clientIdentifier, sentRedirectUri)
}
