import type { Outcome } from '#lib/answers/outcome.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { cutCodePoints, splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { noteClientUse } from '#lib/domain/clients/client-use.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { authenticateClient, readClientCredentials } from '../client-authentication.ts'
import { readClientForm } from '../client-form.ts'
import { spendClientProof } from '../dpop/client-proof.ts'
import { OAuthError } from '../errors.ts'
import { boundGrantOf, namesStoredCredential } from './bound-grant.ts'
import { redeemCode } from './grants/authorization-code.ts'
import { issueToClient } from './grants/client-credentials.ts'
import { deviceCodeGrant, redeemDeviceCode } from './grants/device-code.ts'
import { signInWithPassword } from './grants/password.ts'
import { refreshTokens } from './grants/refresh-token.ts'
import type { TokenRequest } from './request.ts'
import { type IssuedTokens, tokenResponse } from './response.ts'

type Grant = (ctx: Context, request: TokenRequest) => Promise<IssuedTokens>

const grants: ReadonlyMap<string, Grant> = new Map([
  ['authorization_code', redeemCode],
  ['refresh_token', refreshTokens],
  ['client_credentials', issueToClient],
  ['password', signInWithPassword],
  [deviceCodeGrant, redeemDeviceCode],
])

/**
 * `POST /auth/token` (RFC 6749 section 3.2): reads the form, authenticates the client, and runs the grant. Cookies
 * and the query string are never read.
 * @throws OAuthError as the specification's tables for the token endpoint say
 */
export async function token(ctx: Context, incoming: Incoming): Promise<Outcome> {
  const form = readClientForm(ctx, incoming)
  const credentials = readClientCredentials(ctx, incoming.authorization, form)
  const grantType = form.value('grant_type') ?? ''
  const grant = grantOf(ctx, grantType)
  if (!grant)
    throw new OAuthError(
      'unsupported_grant_type',
      'grant_type_unsupported',
      'Unsupported grant_type.',
    )
  const use = { endpoint: 'token', grantType, request: incoming } as const
  const authenticated = await authenticateClient(ctx, credentials, use)
  const { client, proof } = authenticated
  // A public client proves nothing: any program could leave a row by each request that must fail.
  if (proof && (!client.isPublic || (await namesStoredCredential(ctx, grantType, form)))) {
    await spendClientProof(ctx, proof, () => boundGrantOf(ctx, authenticated, form))
  }
  try {
    const issued = await grant(ctx, { ...authenticated, form })
    await noteClientUse(ctx, client.id)
    return tokenResponse(issued)
  } catch (error) {
    const isOfScope = error instanceof OAuthError && error.error === 'invalid_scope'
    if (isOfScope && !isAnybodys(client, form)) {
      const details = {
        clientIdentifier: client.clientIdentifier,
        grantType,
        scope: cutCodePoints(form.value('scope') ?? '', 512),
      }
      await auditRefusal(ctx, 'token_scope_denied', details, { clientId: client.id })
    }
    throw error
  }
}

/** The implementation of a grant type; undefined for one that is unknown or switched off. */
function grantOf(ctx: Context, grantType: string): Grant | undefined {
  if (grantType === deviceCodeGrant && !protocolFeatures(ctx).deviceGrant) return undefined
  return grants.get(grantType)
}

/**
 * True for a blank scope sent in the name of a public client. It is refused for its form, before a token or
 * password is checked. Audit entries for it would let an attacker who knows the identifier fill the audit table.
 */
function isAnybodys({ isPublic }: ClientRecord, form: Parameters): boolean {
  const scope = form.value('scope')
  return isPublic && scope !== undefined && splitWords(scope).length === 0
}
