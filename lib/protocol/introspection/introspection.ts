import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import { countIntrospection } from '#lib/base/log/metrics.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { authenticateClient, readClientCredentials } from '../client-authentication.ts'
import { readClientForm } from '../client-form.ts'
import { featureOff } from '../feature-off.ts'
import { claimedKind } from '../jwt.ts'
import { requireParameter } from '../token/request.ts'
import { introspectAccessToken } from './access-token.ts'
import { Inactive } from './inactive.ts'
import { introspectRefreshToken } from './refresh-token.ts'

/**
 * `POST /auth/introspect` (RFC 7662): tells a confidential client whether a token is active now. A client may ask about
 * access and refresh tokens that were issued to itself, and about access tokens for a resource that it is linked to.
 * The answer to everything else is `{"active":false}`, without a reason. `token_type_hint` is not needed, because the
 * token's header names its kind. Never renews a session, and never treats a rotated token as a replay.
 * @throws OAuthError as client authentication does; 400 `invalid_request` without a token
 */
export async function introspection(ctx: Context, incoming: Incoming): Promise<Outcome> {
  if (!protocolFeatures(ctx).tokenIntrospection) return featureOff
  const form = readClientForm(ctx, incoming)
  const credentials = readClientCredentials(ctx, incoming.authorization, form)
  const { client } = await authenticateClient(ctx, credentials, { endpoint: 'introspection' })
  const body = await examine(ctx, client, requireParameter(form, 'token'))
  return { kind: 'json', status: 200, body, headers: noStore }
}

async function examine(ctx: Context, client: ClientRecord, token: string): Promise<object> {
  try {
    const members = await activeMembers(ctx, client, token)
    countIntrospection('active')
    return { active: true, ...members }
  } catch (error) {
    if (!(error instanceof Inactive)) throw error
    const { requestId, log } = ctx
    const { clientIdentifier } = client
    log.info({ requestId, clientIdentifier, reason: error.reason }, 'introspection_inactive')
    countIntrospection('inactive')
    return { active: false }
  }
}

function activeMembers(ctx: Context, client: ClientRecord, token: string): Promise<object> {
  switch (claimedKind(token)) {
    case 'at+jwt':
      return introspectAccessToken(ctx, client, token)
    case 'rt+jwt':
      return introspectRefreshToken(ctx, client, token)
    case null:
      throw new Inactive('not_a_token')
    default:
      throw new Inactive('kind')
  }
}
