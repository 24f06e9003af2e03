import { basicHeader, redeem, signIn } from '#tests/support/oauth.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'
import type { TestServer } from '#tests/support/server.ts'

type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[]

/** An endpoint that clients call with a form, authenticated as at the token endpoint. */
export function clientEndpoint(app: TestServer, path: string) {
  return async (client: TestClient, fields: Fields, headers: Record<string, string> = {}) => {
    const isPublic = client.secret === ''
    const list = Array.isArray(fields) ? fields : Object.entries(fields)
    const form = isPublic ? [['client_id', client.clientIdentifier], ...list] : list
    const authorization: Record<string, string> = isPublic
      ? {}
      : { authorization: basicHeader(client) }
    return app.post(path, form as [string, string][], { headers: { ...authorization, ...headers } })
  }
}

/** The tokens of a sign-in; confidential clients use PKCE too. */
export async function tokensOf(
  app: TestServer,
  client: TestClient,
  user: TestUser,
  scope = 'openid',
) {
  const signedIn = await signIn(app, client, user, { request: { scope } })
  const { status, body } = await redeem(app, client, signedIn)
  if (status !== 200) throw new Error(`No tokens: ${JSON.stringify(body)}`)
  const { access_token: access = '', refresh_token: refresh = '', id_token: id = '' } = body
  return { access, refresh, id, browser: signedIn.browser }
}

/** Status of UserInfo for an access token. */
export async function userinfoStatus(app: TestServer, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.fetch('/userinfo', { headers })).status
}
