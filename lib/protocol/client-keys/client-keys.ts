import { compactVerify } from 'jose'
import type { Context } from '#lib/context.ts'
import {
  type AssertionAlgorithm,
  fitsAlgorithm,
  type PublicJwk,
  storedKeys,
} from '#lib/domain/keys/public-keys.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { remoteKeys, renewedKeys } from './remote-keys.ts'

/** Number of keys of a set that are tried for one signature. */
const maxTried = 4

/** A signed text and what its header says. */
export interface Signed {
  readonly text: string
  readonly algorithm: AssertionAlgorithm
  /** The name of the key; undefined when the client does not name its keys. */
  readonly kid: string | undefined
}

/** True when a key of the client made the signature. Keys at an address are read again when none of them did. */
export async function isSignedByClient(
  ctx: Context,
  client: ClientRecord,
  signed: Signed,
): Promise<boolean> {
  if (client.jwksUri === '') return isVerified(signed, storedKeys(client.jwks))
  if (await isVerified(signed, await remoteKeys(ctx, client))) return true
  const renewed = await renewedKeys(ctx, client)
  return renewed !== null && isVerified(signed, renewed)
}

async function isVerified(signed: Signed, keys: readonly PublicJwk[]): Promise<boolean> {
  const { text, algorithm, kid } = signed
  const fitting = keys
    .filter((key) => fitsAlgorithm(key, algorithm))
    .filter((key) => kid === undefined || key.kid === undefined || key.kid === kid)
  for (const { alg: _, ...key } of fitting.slice(0, maxTried)) {
    try {
      await compactVerify(text, { ...key, alg: algorithm }, { algorithms: [algorithm] })
      return true
    } catch {
      // Another key may fit.
    }
  }
  return false
}
