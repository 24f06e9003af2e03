import type { Outcome } from '#lib/answers/outcome.ts'
import type { Context } from '#lib/context.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { accountView } from '../account-view.ts'
import { loadClaimsSource } from '../claims.ts'
import { limitedTo, unlimited } from '../resources.ts'
import { accessTokenClaims, idTokenClaims } from '../token/mint.ts'
import { userInfoClaims } from '../userinfo.ts'
import { clientView } from './client-view.ts'
import type { Granted } from './granted.ts'
import type { AuthorizationRequest } from './request.ts'
import type { SsoSession } from './sso-session.ts'

/** The page at the end of a test: the contents of the tokens, by the functions that make real ones. */
export async function testedPage(
  ctx: Context,
  { client, nonce, uiLocales }: AuthorizationRequest,
  { user, authentication, sessionIdentifier }: SsoSession,
  { scopes, resources, grantIdentifier }: Granted,
): Promise<Outcome> {
  const source = await loadClaimsSource(ctx, user, scopes)
  const common = { client, scopes, authentication, sessionIdentifier }
  const limits = resources.length === 0 ? unlimited(scopes) : limitedTo(resources, scopes)
  const hasOpenId = scopes.includes('openid')
  const claims = {
    idToken: hasOpenId ? idTokenClaims(ctx, { ...common, nonce, claims: 'switch' }, source) : null,
    accessToken: accessTokenClaims(ctx, { ...common, ...limits, grantIdentifier }, source),
    userInfo: hasOpenId ? userInfoClaims(ctx, source, scopes) : null,
  }
  return {
    kind: 'page',
    status: 200,
    view: {
      page: 'tested',
      client: await clientView(ctx, client),
      uiLocales,
      result: { kind: 'worked', account: accountView(user), scopes, claims },
    },
  }
}

/** The page of a test that ended with an error: the answer that the client would have received. */
export async function refusedTestPage(
  ctx: Context,
  client: ClientWithUris,
  uiLocales: readonly string[],
  refusal: { readonly error: string; readonly description: string },
): Promise<Outcome> {
  const result = { kind: 'refused', ...refusal } as const
  const view = { page: 'tested', client: await clientView(ctx, client), uiLocales, result } as const
  return { kind: 'page', status: 200, view }
}
