import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { Store } from '#lib/persistence/store.ts'
import { aClient, type TestClient } from '#tests/support/people.ts'
import type { FormFields, TestServer } from '#tests/support/server.ts'

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** A key pair of a client: its public half as in a key set. */
export interface KeyOfClient {
  readonly alg: string
  readonly jwk: JWK
  readonly privateKey: CryptoKey
}

export async function aKey(alg = 'ES256', kid?: string): Promise<KeyOfClient> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(publicKey)
  return { alg, privateKey, jwk: kid === undefined ? jwk : { ...jwk, kid } }
}

/** A confidential client that authenticates by these keys. */
export async function aClientWithKeys(
  store: Store,
  keys: readonly KeyOfClient[],
  change: Parameters<typeof aClient>[1] = {},
): Promise<TestClient> {
  return aClient(store, {
    secret: '',
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwks: JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }),
    ...change,
  })
}

export interface Sent {
  readonly header?: Readonly<Record<string, unknown>>
  readonly claims?: Readonly<Record<string, unknown>>
}

/** Signs an assertion of a client as libraries do; undefined leaves a claim out. */
export function signAssertion(
  app: Pick<TestServer, 'clock'>,
  { clientIdentifier }: Pick<TestClient, 'clientIdentifier'>,
  { alg, privateKey, jwk }: KeyOfClient,
  { header = {}, claims = {} }: Sent = {},
): Promise<string> {
  const now = Math.floor(app.clock.now().getTime() / 1000)
  const payload = {
    iss: clientIdentifier,
    sub: clientIdentifier,
    aud: 'http://localhost:3000',
    jti: randomUUID(),
    iat: now,
    exp: now + 60,
    ...claims,
  }
  return new SignJWT(payload as never)
    .setProtectedHeader({ alg, ...(jwk.kid !== undefined && { kid: jwk.kid }), ...header })
    .sign(privateKey)
}

export const withAssertion = (assertion: string) => ({
  client_assertion_type: assertionType,
  client_assertion: assertion,
})

/** Calls the token endpoint for the client itself; the status, the error and its description. */
export async function askByAssertion(
  app: Pick<TestServer, 'post'>,
  assertion: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Record<string, string> = {},
): Promise<[number, string?, string?]> {
  const form: FormFields = {
    grant_type: 'client_credentials',
    ...withAssertion(assertion),
    ...fields,
  }
  const response = await app.post('/auth/token', form, { headers })
  const body = await response.json()
  return response.status === 200 ? [200] : [response.status, body.error, body.error_description]
}
