import type { Outcome } from '#lib/answers/outcome.ts'
import { memoizeLast } from '#lib/base/concurrency/singleton.ts'
import type { Context } from '#lib/context.ts'
import { keyStates } from '#lib/domain/keys/keys.ts'
import type { PublishedKey } from '#lib/persistence/store.ts'

/**
 * `GET /certs`: the JSON Web Key Set (RFC 7517 section 5): the next key, the current one, and the previous one
 * while it exists. Only public members are written, whichever members the stored key has.
 */
export async function jwks(ctx: Context): Promise<Outcome> {
  const stored = await ctx.configuration.publicKeys()
  // The same object lets the server serialize the body only once.
  const body = memoizeLast('jwks', stored, () => keySet(stored))
  return { kind: 'json', status: 200, body, headers: { 'Cache-Control': 'public, max-age=60' } }
}

function keySet(stored: readonly PublishedKey[]): object {
  const keys = keyStates.flatMap((state) =>
    stored.filter((key) => key.state === state).map((key) => publicKey(key.publicKeyJwk)),
  )
  return Object.freeze({ keys })
}

function publicKey(publicKeyJwk: string): object {
  const { alg, kid, kty, use, n, e } = JSON.parse(publicKeyJwk) as Record<string, unknown>
  return { alg, kid, kty, use, n, e }
}
