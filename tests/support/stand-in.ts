import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A key pair of a stand-in. */
export interface StandInKey {
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

export async function aKey(kid: string): Promise<StandInKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

type Answer = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>

/**
 * A provider that says what a test wants, over real HTTP: for answers that a correct one never gives. Everything it
 * signs is signed by its first key.
 */
export interface StandIn {
  readonly origin: string
  /** Requests that came, as method and path. */
  readonly requests: string[]
  /** What it serves as its key set. */
  keys: StandInKey[]
  /** The key that signs; by default the first of the set. */
  signer: StandInKey
  /** Claims of the next ID token, beside those that always belong there. */
  claims: Readonly<Record<string, unknown>>
  /** Nonce of the authorization request. */
  nonce: string
  /** Answers by path, before its own. */
  readonly answers: Map<string, Answer>
  sign(claims: Readonly<Record<string, unknown>>, key?: StandInKey): Promise<string>
  close(): Promise<void>
}

interface StandInOptions {
  readonly clientId: string
  /** The issuer in metadata and ID token, by the origin. */
  readonly issuerAt?: (origin: string) => string
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Its clock. */
  readonly now?: () => Date
}

export async function openStandIn({
  clientId,
  issuerAt = (origin) => origin,
  metadata = {},
  now: clock = () => new Date(),
}: StandInOptions): Promise<StandIn> {
  const first = await aKey('one')
  const answers = new Map<string, Answer>()
  const requests: string[] = []
  const server = createServer((req, res) => {
    const path = (req.url ?? '').split('?', 1)[0] ?? ''
    requests.push(`${req.method} ${path}`)
    req.resume()
    const answer = answers.get(path) ?? own(path)
    if (answer) void answer(req, res)
    else res.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const issuer = issuerAt(origin)
  const standIn: StandIn = {
    origin,
    requests,
    keys: [first],
    signer: first,
    claims: {},
    nonce: '',
    answers,
    async sign(claims, { privateKey, jwk } = standIn.signer) {
      const now = Math.floor(clock().getTime() / 1_000)
      const always = { iss: issuer, aud: clientId, iat: now, exp: now + 300 }
      return new SignJWT({ ...always, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: jwk.kid ?? '' })
        .sign(privateKey)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  function own(path: string): Answer | undefined {
    if (path.endsWith('/.well-known/openid-configuration')) {
      return (_req, res) =>
        json(res, {
          issuer,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/keys`,
          userinfo_endpoint: `${origin}/userinfo`,
          id_token_signing_alg_values_supported: ['RS256'],
          ...metadata,
        })
    }
    if (path === '/keys')
      return (_req, res) => json(res, { keys: standIn.keys.map(({ jwk }) => jwk) })
    if (path !== '/token') return undefined
    return async (_req, res) =>
      json(res, {
        access_token: 'token-there',
        token_type: 'Bearer',
        id_token: await standIn.sign({ nonce: standIn.nonce, ...standIn.claims }),
      })
  }
  return standIn
}

/** Answers with JSON. */
export function json(res: ServerResponse, body: unknown, status = 200): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
