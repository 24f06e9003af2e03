import { createHash } from 'node:crypto'
import { CompactEncrypt, type JWTPayload } from 'jose'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { signJwt, type TokenKind } from '#lib/protocol/jwt.ts'
import { testContext } from '#tests/support/context.ts'
import { aSession, type TestSession } from '#tests/support/granted.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { type FormFields, server, type TestServer } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'

/** A signed-in user at one client, and the client's view of it. */
export interface Fixture {
  readonly user: TestUser
  readonly client: TestClient
  readonly session: TestSession
  /** The client's hint, with claims added, replaced or (undefined) left out. */
  hint(changes?: Readonly<Record<string, unknown>>, kind?: TokenKind): Promise<string>
}

const issuer = 'http://localhost:3000'

/** The server under test, with the requests of the sign-out tests. */
export async function logoutServer() {
  const app = await server()
  const { ctx } = await testContext()

  const fixture = async (others: readonly TestClient[] = []): Promise<Fixture> => {
    const user = await aUser(app.store)
    const client = await aClient(app.store)
    const session = await aSession(app.store, user, [client, ...others])
    const claims: JWTPayload = {
      iss: issuer,
      sub: user.subject,
      aud: client.clientIdentifier,
      iat: epochSeconds(testStart) - 60,
      exp: epochSeconds(testStart) + 240,
      sid: session.sessionIdentifier,
    }
    const hint = (changes: Readonly<Record<string, unknown>> = {}, kind: TokenKind = 'JWT') =>
      signJwt(ctx, kind, JSON.parse(JSON.stringify({ ...claims, ...changes })))
    return { user, client, session, hint }
  }
  const sessionExists = async ({ session }: Pick<Fixture, 'session'>) =>
    (await app.store.sessions.findByIdentifier(session.sessionIdentifier)) !== null
  return { app, ctx, fixture, sessionExists }
}

/** The `Cookie` header of a browser on a session. */
function cookieOf(session: TestSession, browserCookie = 'a-browser'): string {
  return `authserver-session=${session.cookie}; authserver-browser=${browserCookie}`
}

/** A sign-out request as GET, with the session's cookie when one is given. */
export function getLogout(
  app: TestServer,
  parameters: Readonly<Record<string, string>>,
  session?: TestSession,
): Promise<Response> {
  const headers: Record<string, string> = session ? { cookie: cookieOf(session) } : {}
  return app.fetch(`/auth/logout?${new URLSearchParams(parameters)}`, { headers })
}

export function postLogout(
  app: TestServer,
  fields: FormFields,
  session?: TestSession,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const cookie: Record<string, string> = session ? { cookie: cookieOf(session) } : {}
  return app.post('/auth/logout', fields, { headers: { ...cookie, ...headers } })
}

/** Encrypts a hint as a client would (`dir`, `A256GCM`, SHA-256 of the secret). */
export function encryptHint(
  hint: string,
  secret: string,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const key = createHash('sha256').update(secret).digest()
  return new CompactEncrypt(new TextEncoder().encode(hint))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...header })
    .encrypt(key)
}
