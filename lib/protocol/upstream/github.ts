import type { Context } from '#lib/context.ts'
import { type Claims, namedEmail } from '#lib/domain/identity-providers/email-trust.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import { ProviderFailure } from './failure.ts'
import { type Identity, isStrongSignIn, type ProviderProfile } from './identity.ts'
import { jsonObject, type ProviderMetadata } from './metadata.ts'
import { exchangeCode, type RoundTrip } from './oidc.ts'
import { askProvider } from './transport.ts'

/** GitHub has no metadata; its addresses follow from its host. */
export function githubMetadata({
  issuer,
}: Pick<IdentityProviderRecord, 'issuer'>): Omit<ProviderMetadata, 'jwks_uri'> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
  }
}

/** The address of GitHub's API; a server of one's own has it below a path. */
function apiOf(issuer: string): string {
  return issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`
}

/**
 * Identifies the person who came back from GitHub, by its API: GitHub offers only plain OAuth 2.0.
 * @throws ProviderFailure
 */
export async function identifyByGithub(
  ctx: Context,
  provider: IdentityProviderRecord,
  trip: RoundTrip,
): Promise<Identity> {
  const token = await accessToken(ctx, provider, trip)
  const user = await jsonObject(await ask(ctx, provider, '/user', token), 'user')
  const { id } = user
  if (!Number.isSafeInteger(id) || Number(id) <= 0) throw new ProviderFailure('invalid', 'subject')
  return {
    issuer: provider.issuer,
    subject: String(id),
    isStrong: isStrongSignIn(provider, {}),
    authTime: null,
    email: '',
    claims: async () => claimsOf(user),
    profile: () => profileOf(ctx, provider, user, token),
  }
}

async function accessToken(
  ctx: Context,
  provider: IdentityProviderRecord,
  trip: RoundTrip,
): Promise<string> {
  const answer = await exchangeCode(ctx, provider, githubMetadata(provider), trip)
  // GitHub answers errors with status 200.
  const { access_token: token, error } = await jsonObject(answer, 'token_answer')
  if (typeof token === 'string' && token !== '') return token
  const isOurs = error === 'incorrect_client_credentials' || answer.status === 401
  const isOfVisitor = error === 'bad_verification_code'
  throw new ProviderFailure(isOurs ? 'misconfigured' : 'invalid', 'token_refused', { isOfVisitor })
}

async function ask(
  ctx: Context,
  { issuer }: IdentityProviderRecord,
  path: string,
  token: string,
): Promise<Response> {
  const answer = await askProvider(ctx, `${apiOf(issuer)}${path}`, {
    method: 'GET',
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
  })
  if (path === '/user' && answer.status !== 200) {
    throw new ProviderFailure('invalid', `user_${answer.status}`)
  }
  return answer
}

/** The primary address, if GitHub has verified it. Without the permission to read it, there is none. */
async function profileOf(
  ctx: Context,
  provider: IdentityProviderRecord,
  user: Record<string, unknown>,
  token: string,
): Promise<ProviderProfile> {
  const answer = await ask(ctx, provider, '/user/emails', token)
  const listed: unknown = answer.status === 200 ? await answer.json().catch(() => null) : null
  const entries = Array.isArray(listed) ? (listed as unknown[]) : []
  const primary = entries.filter(isPrimary)
  const email = primary.length === 1 ? primary[0]?.email : undefined
  const claims = {
    ...claimsOf(user),
    ...(email === undefined ? {} : { email, email_verified: true }),
  }
  return { email: namedEmail(provider, claims), claims }
}

/** GitHub's values for the fields of an account here. */
function claimsOf({ login, name, blog }: Record<string, unknown>): Claims {
  return { login, name, blog }
}

interface PrimaryEmail {
  readonly email: string
}

function isPrimary(entry: unknown): entry is PrimaryEmail {
  if (typeof entry !== 'object' || entry === null) return false
  const { email, primary, verified } = entry as Record<string, unknown>
  return typeof email === 'string' && primary === true && verified === true
}
