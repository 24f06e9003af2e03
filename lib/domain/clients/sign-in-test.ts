import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import type { Context } from '#lib/context.ts'
import type { ClientWithUris } from '#lib/persistence/store.ts'
import { invalidValue } from '../values/validation.ts'
import { forbiddenScope } from './allowed-scopes.ts'

const place = 'form/sign-in-test'
const mark = 'test.'
const maxMarkLength = 512

/** The scopes of a test, as far as the client may request them. */
const testedScopes = ['openid', 'profile', 'email']

/**
 * The address of a real authorization request of a client, with which an administrator tests the sign-in. Its `state`
 * is sealed, so only this server can make such a request. At the end, the browser shows the contents of the tokens. The
 * client gets no answer, no code or token is made, and its use is not counted.
 * @throws Refusal VALIDATION_ERROR for a client without the code flow or without a redirect URI
 */
export function signInTestAddress(ctx: Context, client: ClientWithUris): string {
  const [redirectUri] = client.redirectUris
  if (!client.authorizationCodeEnabled) {
    throw invalidValue('People cannot sign in to this client: its code flow is off.')
  }
  if (!redirectUri) throw invalidValue('The client has no redirect URI.')
  const scopes = testedScopes.filter((scope) => forbiddenScope(ctx, client, [scope]) === undefined)
  const query = new URLSearchParams({
    client_id: client.clientIdentifier,
    redirect_uri: redirectUri.uri,
    response_type: 'code',
    scope: scopes.join(' '),
    state: mark + Buffer.from(ctx.cipher.seal(String(client.id), place)).toString('base64url'),
    nonce: randomToken(),
    // The verifier is not kept, because no code is ever redeemed.
    code_challenge: sha256Base64url(randomToken()),
    code_challenge_method: 'S256',
    prompt: 'login',
  })
  return `${ctx.config.baseUrl}/auth/authorize?${query}`
}

/** True when a request with this `state` is an administrator's test of the client. */
export function isSignInTest(
  ctx: Context,
  { id }: { readonly id: number },
  state: string,
): boolean {
  if (!state.startsWith(mark) || state.length > maxMarkLength) return false
  try {
    const sealed = new Uint8Array(Buffer.from(state.slice(mark.length), 'base64url'))
    return ctx.cipher.open(sealed, place) === String(id)
  } catch {
    return false
  }
}
