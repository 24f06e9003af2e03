import type { Field } from '#lib/base/network/url.ts'
import type { Context } from '#lib/context.ts'
import { limitedTo, unlimited } from '../resources.ts'
import { mintAccessToken, mintIdToken, prepareTokens } from '../token/mint.ts'
import type { Granted } from './granted.ts'
import type { AuthorizationRequest } from './request.ts'
import type { SsoSession } from './sso-session.ts'

/** Signed tokens that answer an implicit request. */
export interface ImplicitTokens {
  /** In the order in which they are sent, without `state`. */
  readonly fields: readonly Field[]
  /** Lifetime of the access token; null when none was requested. */
  readonly accessTokenSeconds: number | null
  readonly hasIdToken: boolean
}

/**
 * Signs the tokens of the implicit flow (OpenID Connect Core 1.0, section 3.2.2.5); never a refresh token. When
 * only an ID token is requested, it carries the claims of its scopes, since the client cannot call UserInfo
 * (section 5.4).
 */
export async function mintImplicit(
  ctx: Context,
  { client, responseType, nonce }: AuthorizationRequest,
  grant: Granted & { readonly ssoSession: SsoSession },
): Promise<ImplicitTokens> {
  const { scopes, resources, grantIdentifier } = grant
  const limits = resources.length === 0 ? unlimited(scopes) : limitedTo(resources, scopes)
  const { authentication, sessionIdentifier } = grant.ssoSession
  const prepared = await prepareTokens(ctx, authentication.user, scopes)
  const common = { client, scopes, authentication, sessionIdentifier }
  const words = responseType.split(' ')
  const access = words.includes('token')
    ? await mintAccessToken(ctx, { ...common, ...limits, grantIdentifier }, prepared)
    : null
  // Without `openid` (the user may have unticked it) the grant is plain OAuth 2.0.
  const idToken =
    words.includes('id_token') && scopes.includes('openid')
      ? await mintIdToken(
          ctx,
          {
            ...common,
            nonce,
            claims: access ? 'switch' : 'always',
            ...(access ? { accessToken: access.token } : {}),
          },
          prepared,
        )
      : null
  const fields: Field[] = []
  if (access) {
    fields.push(['access_token', access.token], ['token_type', 'Bearer'])
    fields.push(['expires_in', String(access.expiresInSeconds)])
  }
  if (idToken) fields.push(['id_token', idToken])
  fields.push(['scope', access?.scope ?? scopes.join(' ')])
  return {
    fields,
    accessTokenSeconds: access?.expiresInSeconds ?? null,
    hasIdToken: idToken !== null,
  }
}
