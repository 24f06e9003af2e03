import { isUsableRedirectUri } from '#lib/base/network/url.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import type { Context } from '#lib/context.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { AuthorizationPageError } from './errors.ts'
import { isRegisteredRedirectUri } from './redirect-uri.ts'
import { modeOfRefusedObject } from './request-object.ts'
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
  const client = await findClient(ctx, parameters.value('client_id'))
  refuseClosedCodeFlow(client, parameters.value('response_type') ?? '')
  const redirectUri = findRedirectUri(client, parameters)
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
  return new AuthorizationPageError(reason, {}, client.clientIdentifier, sentRedirectUri)
}
