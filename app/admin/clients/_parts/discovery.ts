import type { Console } from '#app/_ui/shell/api.ts'
import { consoleAgent } from '#lib/domain/clients/client-connection.ts'
import { pageSettings } from '#lib/http/page.ts'

/** The server's public addresses that an application needs. */
export interface Endpoints {
  readonly issuer: string
  /** Address of the discovery document. */
  readonly discovery: string
  readonly authorization: string
  readonly token: string
  readonly userInfo: string
  readonly keys: string
  readonly signOut: string
}

/** Reads the server's own discovery document (OpenID Connect Discovery 1.0), which is public. */
export async function readEndpoints({ visitor }: Pick<Console, 'visitor'>): Promise<Endpoints> {
  const path = '/.well-known/openid-configuration'
  const [{ baseUrl }, response] = await Promise.all([
    pageSettings(),
    fetch(`${visitor.apiUrl}${path}`, {
      cache: 'no-store',
      headers: { 'User-Agent': consoleAgent },
    }),
  ])
  const document = (await response.json()) as Readonly<Record<string, string | undefined>>
  const of = (name: string) => document[name] ?? ''
  return {
    issuer: of('issuer'),
    discovery: `${baseUrl}${path}`,
    authorization: of('authorization_endpoint'),
    token: of('token_endpoint'),
    userInfo: of('userinfo_endpoint'),
    keys: of('jwks_uri'),
    signOut: of('end_session_endpoint'),
  }
}
