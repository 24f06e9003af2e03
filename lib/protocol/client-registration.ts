import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import { clientSecret, randomUuid } from '#lib/base/crypto/random.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import {
  initialApproval,
  newRegistration,
  selfRegisteredDefaults,
} from '#lib/domain/clients/client-registrations.ts'
import { limitRequest } from '#lib/domain/limits/rate-limits.ts'
import { OAuthError, tooManyRequests } from './errors.ts'
import { type RegistrationMetadata, readRegistration } from './registration-metadata.ts'

/** Values that the server generates for a client. */
interface Credentials {
  readonly clientIdentifier: string
  /** `undefined` for a public client. */
  readonly secret: string | undefined
}

/**
 * `POST /connect/register`: dynamic client registration (RFC 7591; docs/specification.md "Dynamic client
 * registration"). Only this answer carries the secret.
 * @throws OAuthError 429 invalid_request, 403 access_denied, 400 invalid_client_metadata or invalid_redirect_uri
 */
export async function register(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const retryAfterSeconds = await limitRequest(ctx, 'dcr', ctx.ip)
  if (retryAfterSeconds !== null) throw tooManyRequests(retryAfterSeconds)
  if (!ctx.settings.dynamicClientRegistrationEnabled) {
    throw new OAuthError(
      'access_denied',
      'registration_off',
      'Dynamic client registration is not enabled',
      {
        status: 403,
      },
    )
  }
  const metadata = readRegistration(incoming.body)
  const credentials = {
    clientIdentifier: `dcr_${randomUuid()}`,
    secret: metadata.authMethod === 'none' ? undefined : clientSecret(),
  }
  await createClient(ctx, metadata, credentials)
  return {
    kind: 'json',
    status: 201,
    headers: noStore,
    body: responseBody(ctx, metadata, credentials),
  }
}

async function createClient(
  ctx: Context,
  metadata: RegistrationMetadata,
  { clientIdentifier, secret }: Credentials,
): Promise<void> {
  const isPublic = secret === undefined
  const approval = initialApproval(ctx.settings, 'dynamic', clientIdentifier)
  await adminTransaction(ctx, async (tx) => {
    const client = await tx.store.clients.insert(
      {
        ...selfRegisteredDefaults(ctx.settings),
        enabled: approval === 'approved',
        clientIdentifier,
        description: metadata.clientName ?? '',
        isPublic,
        authorizationCodeEnabled: metadata.grantTypes.includes('authorization_code'),
        clientCredentialsEnabled: metadata.grantTypes.includes('client_credentials'),
        pkceRequired: isPublic ? true : null,
        redirectUris: metadata.redirectUris,
      },
      isPublic ? null : (id) => ctx.cipher.seal(secret, `clients.client_secret_encrypted/${id}`),
    )
    const registration = newRegistration(tx, client.id, 'dynamic', approval)
    await tx.store.clientRegistrations.insert(registration)
    audit(tx, 'dynamic_client_registration', {
      clientId: client.id,
      clientIdentifier,
      grantTypes: metadata.grantTypes,
      isPublic,
      sourceIP: ctx.ip,
      ...(approval === 'pending' && { approval }),
    })
  })
}

function responseBody(
  ctx: Context,
  { redirectUris, authMethod, grantTypes, clientName }: RegistrationMetadata,
  { clientIdentifier, secret }: Credentials,
): object {
  return {
    client_id: clientIdentifier,
    ...(secret === undefined ? {} : { client_secret: secret }),
    client_id_issued_at: epochSeconds(ctx.now),
    client_secret_expires_at: 0,
    ...(redirectUris.length === 0 ? {} : { redirect_uris: redirectUris }),
    token_endpoint_auth_method: authMethod,
    grant_types: grantTypes,
    ...(clientName === undefined ? {} : { client_name: clientName }),
  }
}
