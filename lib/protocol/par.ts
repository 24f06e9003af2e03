import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import type { ErrorReason } from '#lib/answers/view.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { type Parameters, withParameter } from '#lib/base/text/parameters.ts'
import type { Context } from '#lib/context.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { AuthorizationError, AuthorizationPageError, ruleOfReason } from './authorize/errors.ts'
import { keepPushed, pushedSeconds } from './authorize/pushed-request.ts'
import { readAuthorizationRequest } from './authorize/request.ts'
import { authenticateClient, findClient, readClientCredentials } from './client-authentication.ts'
import { withPresentDocument } from './client-document.ts'
import { readClientForm } from './client-form.ts'
import { spendClientProof } from './dpop/client-proof.ts'
import type { DpopProof } from './dpop/proof.ts'
import { invalidRequest, OAuthError, tooManyRequests } from './errors.ts'
import { featureOff } from './feature-off.ts'

/**
 * `POST /auth/par` (RFC 9126): a client sends the parameters of an authorization request in advance, and gets a handle
 * for the address. The parameters are checked here like at the authorization endpoint, and once more when the user
 * comes.
 * @throws OAuthError as client authentication does, `invalid_dpop_proof` and `use_dpop_nonce` included; 400 with the
 * error that the authorization endpoint would answer, in place of its pages too; 413 for more than 32 KiB; 429
 */
export async function pushRequest(asked: Context, incoming: Incoming): Promise<Outcome> {
  if (!protocolFeatures(asked).pushedAuthorizationRequests) return featureOff
  const form = readClientForm(asked, incoming, ['resource'])
  const credentials = readClientCredentials(asked, incoming.authorization, form)
  await limitPublic(asked, credentials.clientIdentifier)
  const ctx = await withPresentDocument(asked, credentials)
  const use = { endpoint: 'par', request: incoming } as const
  const { client, proof } = await authenticateClient(ctx, credentials, use)
  await spendClientProof(ctx, proof, async () => null)
  const parameters = boundTo(proof, ofClient(client, form))
  await refusingAsJson(() => readAuthorizationRequest(ctx, parameters, { isPushed: true }))
  const requestUri = await keepPushed(ctx, client, parameters)
  if (requestUri === null) throw tooLarge()
  const body = { request_uri: requestUri, expires_in: pushedSeconds }
  return { kind: 'json', status: 201, body, headers: noStore }
}

/** A public client proves nothing, so any program may push requests in its name. */
async function limitPublic(ctx: Context, clientIdentifier: string): Promise<void> {
  const client = await findClient(ctx, clientIdentifier)
  if (!client?.isPublic) return
  const retryAfterSeconds = await limitRequest(ctx, 'par_ip', ctx.ip)
  if (retryAfterSeconds !== null) throw tooManyRequests(retryAfterSeconds)
}

/** @throws OAuthError 400: a `client_id` of another client, or a reference to another request */
function ofClient({ clientIdentifier }: ClientWithUris, form: Parameters): Parameters {
  const named = form.value('client_id')
  if (named !== undefined && named !== clientIdentifier) {
    throw invalidRequest(
      'client_credentials_twice',
      'The client_id is another one than that of the client.',
    )
  }
  if (form.present('request_uri')) {
    throw invalidRequest(
      'request_uri_unsupported',
      "The parameter 'request_uri' may not be pushed.",
    )
  }
  return withParameter(form, 'client_id', clientIdentifier)
}

/**
 * A proof counts as `dpop_jkt` (RFC 9449 section 10.1).
 * @throws OAuthError 400 for a `dpop_jkt` of another key
 */
function boundTo(proof: DpopProof | null, form: Parameters): Parameters {
  if (!proof) return form
  const named = form.value('dpop_jkt') ?? proof.jkt
  if (named !== proof.jkt) {
    throw invalidRequest('dpop_other_key', 'The dpop_jkt is not that of the DPoP proof.')
  }
  return withParameter(form, 'dpop_jkt', proof.jkt)
}

async function refusingAsJson(check: () => Promise<unknown>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (error instanceof AuthorizationError) {
      const { rule, facts } = error.details
      throw new OAuthError(error.error, rule, error.description, facts ? { facts } : {})
    }
    if (!(error instanceof AuthorizationPageError)) throw error
    const { reason, retryAfterSeconds } = error
    if (retryAfterSeconds > 0) throw tooManyRequests(retryAfterSeconds)
    const code = reason === 'auth_code_not_enabled' ? 'unauthorized_client' : 'invalid_request'
    const description = pageTexts[reason] ?? 'The request is malformed.'
    throw new OAuthError(code, ruleOfReason(reason), description)
  }
}

/** Texts of the authorization endpoint's pages, for the developer of a client. */
const pageTexts: Partial<Record<ErrorReason, string>> = {
  auth_code_not_enabled: 'The client is not allowed to use the authorization code flow.',
  redirect_uri_missing: "The parameter 'redirect_uri' is missing.",
  redirect_uri_not_absolute: "The parameter 'redirect_uri' is no absolute address.",
  redirect_uri_not_registered: "The 'redirect_uri' is not registered for the client.",
  response_mode_unsupported: "The response mode must be 'query', 'fragment' or 'form_post'.",
  client_disabled: 'Client is disabled.',
}

function tooLarge(): OAuthError {
  const description = 'The request has more than 32 KiB.'
  return new OAuthError('invalid_request', 'request_malformed', description, { status: 413 })
}
