import { randomUUID } from 'node:crypto'
import { base64url, calculateJwkThumbprint, SignJWT } from 'jose'
import { sha256 } from '#lib/base/crypto/hash.ts'
import { type FormFields, fieldList, type TestServer } from '#tests/support/server.ts'
import { aKey, type KeyOfClient } from './assertions.ts'

/** A key of a client, with the thumbprint that its tokens are bound to. */
export interface ProofKey extends KeyOfClient {
  readonly jkt: string
}

export async function aProofKey(alg = 'ES256'): Promise<ProofKey> {
  const key = await aKey(alg)
  return { ...key, jkt: await calculateJwkThumbprint(key.jwk) }
}

/** What a proof says in place of the usual; undefined leaves a claim or a header out. */
export interface ProofChange {
  readonly header?: Readonly<Record<string, unknown>>
  readonly claims?: Readonly<Record<string, unknown>>
  /** The access token that comes with it. */
  readonly token?: string
  readonly nonce?: string
}

/** Makes the proof of a request (RFC 9449 section 4.2) as libraries do. */
export function aProof(
  app: Pick<TestServer, 'clock'>,
  { alg, jwk, privateKey }: KeyOfClient,
  [method, path]: readonly [method: string, path: string],
  { header = {}, claims = {}, token, nonce }: ProofChange = {},
): Promise<string> {
  const payload = {
    htm: method,
    htu: `http://localhost:3000${path}`,
    jti: randomUUID(),
    iat: Math.floor(app.clock.now().getTime() / 1000),
    ...(token !== undefined && { ath: base64url.encode(sha256(token)) }),
    ...(nonce !== undefined && { nonce }),
    ...claims,
  }
  return new SignJWT(payload as never)
    .setProtectedHeader({ typ: 'dpop+jwt', alg, jwk, ...header } as never)
    .sign(privateKey)
}

/** Calls the token endpoint with the key's proof; null sends none. */
export async function askWithProof(
  app: Pick<TestServer, 'post' | 'clock'>,
  key: KeyOfClient | null,
  fields: FormFields,
  { proof, ...change }: ProofChange & { readonly proof?: string } = {},
) {
  const made = key && (proof ?? (await aProof(app, key, ['POST', '/auth/token'], change)))
  const headers: Record<string, string> = made === null ? {} : { dpop: made }
  const response = await app.post('/auth/token', fieldList(fields), { headers })
  const { status } = response
  const nonce = response.headers.get('dpop-nonce')
  return { status, nonce, headers: response.headers, body: await response.json() }
}

/** Presents an access token with the key's proof. */
export async function present(
  app: Pick<TestServer, 'fetch' | 'clock'>,
  key: KeyOfClient,
  token: string,
  {
    path = '/userinfo',
    method = 'GET',
    init = {},
    scheme = 'DPoP',
    proof,
    ...change
  }: ProofChange & {
    readonly path?: string
    readonly method?: string
    readonly init?: RequestInit
    readonly scheme?: string
    readonly proof?: string
  } = {},
): Promise<Response> {
  const dpop = proof ?? (await aProof(app, key, [method, path], { token, ...change }))
  const headers = { ...init.headers, authorization: `${scheme} ${token}`, dpop }
  return app.fetch(path, { ...init, method, headers })
}
