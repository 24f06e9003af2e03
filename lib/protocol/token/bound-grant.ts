import { sha256Hex } from '#lib/base/crypto/hash.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import type { Context } from '#lib/context.ts'
import type { AuthenticatedClient } from '../client-authentication.ts'
import type { BoundGrant } from '../dpop/spend-proof.ts'
import { verifyJwt } from '../jwt.ts'
import { deviceCodeGrant } from './grants/device-code.ts'

/**
 * Finds the grant of the code or refresh token in a request, if the grant is active and bound to the key of the
 * request's proof.
 */
export async function boundGrantOf(
  ctx: Context,
  { client, proof }: AuthenticatedClient,
  form: Parameters,
): Promise<BoundGrant | null> {
  const found = (await presentedCode(ctx, form)) ?? (await presentedToken(ctx, form))
  if (!found || found.revoked || found.grant.revokedAt) return null
  const isOfProof = found.clientId === client.id && found.dpopJkt === proof?.jkt
  return isOfProof ? found.grant : null
}

/**
 * Whether a request names a code or token that is stored, so that it can succeed. A password is checked first, and its
 * grant then spends the proof itself.
 */
export async function namesStoredCredential(
  ctx: Context,
  grantType: string,
  form: Parameters,
): Promise<boolean> {
  switch (grantType) {
    case 'authorization_code':
      return (await presentedCode(ctx, form)) !== null
    case 'refresh_token':
      return (await presentedToken(ctx, form)) !== null
    case deviceCodeGrant:
      return (await presentedDeviceCode(ctx, form)) !== null
    default:
      return false
  }
}

async function presentedDeviceCode(ctx: Context, form: Parameters) {
  const code = form.value('device_code')
  return code === undefined
    ? null
    : ctx.store.deviceAuthorizations.findByDeviceCode(sha256Hex(code))
}

async function presentedCode(ctx: Context, form: Parameters) {
  const code = form.value('code')
  return code === undefined ? null : ctx.store.codes.findByHash(sha256Hex(code))
}

async function presentedToken(ctx: Context, form: Parameters) {
  const sent = form.value('refresh_token')
  const { jti } = (sent && (await verifyJwt(ctx, sent, 'rt+jwt'))) || {}
  return typeof jti === 'string' ? ctx.store.refreshTokens.findByJti(jti) : null
}
