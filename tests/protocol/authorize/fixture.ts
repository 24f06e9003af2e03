import { Secret, TOTP } from 'otpauth'
import type { Browser, Visit } from '#tests/support/browser.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import type { TestServer } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { visitor } from '#tests/support/visitor.ts'

/** A challenge without a verifier: its code is never redeemed. */
const challenge = 'a'.repeat(43)

type Request = Parameters<typeof authorizePath>[1]

/** Sends a browser to the authorization endpoint, with PKCE unless the request overrides it. */
export function begin(person: Browser, client: TestClient, request: Request = {}): Promise<Visit> {
  const pkce = request?.response_type
    ? {}
    : { code_challenge: challenge, code_challenge_method: 'S256' }
  return person.visit(authorizePath(client, { ...pkce, ...request }))
}

export function credentials({ email, password }: TestUser) {
  return { email, password }
}

/**
 * Signs a user in with a password, from the authorization request on.
 * @returns the browser and its last visit
 */
export async function enter(
  server: TestServer,
  client: TestClient,
  user: TestUser,
  options: { request?: Request; browser?: Browser } = {},
): Promise<{ person: Browser; last: Visit }> {
  const person = options.browser ?? visitor(server)
  await begin(person, client, options.request)
  const last = await person.submit(credentials(user))
  return { person, last }
}

/** A user with two-factor authentication, and the secret. */
export async function aUserWithOtp(
  server: TestServer,
  overrides: Parameters<typeof aUser>[1] = {},
): Promise<TestUser & { readonly otpSecret: string }> {
  const otpSecret = new Secret({ size: 20 }).base32
  const columns = { ...overrides, otpEnabled: true, secrets: { otpSecret } }
  return { ...(await aUser(server.store, columns)), otpSecret }
}

/** The authenticator's code, now or this many 30-second steps later. */
export function codeAt(server: TestServer, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: server.clock.now().getTime() + steps * 30_000 })
}

/** The error page's reason why an interaction cannot continue; the page's name for any other page. */
export function reasonOf({ view }: Visit): string | undefined {
  return view?.page === 'error' ? view.reason : view?.page
}

export function interactionOf({ url }: Visit): string {
  return url.searchParams.get('ceremony') ?? ''
}

export async function onlySessionOf({ store }: TestServer, user: { readonly id: number }) {
  const [session, ...more] = await sessionsOf(store, user.id)
  if (!session || more.length > 0) throw new Error('Not one session.')
  return session
}

export async function newestCodeOf({ runtime }: TestServer, user: { readonly id: number }) {
  const code = await runtime.database.prisma.code.findFirst({
    where: { userId: user.id },
    orderBy: { id: 'desc' },
    include: { grant: true },
  })
  if (!code) throw new Error('No code.')
  return code
}
