import type { z } from 'zod'
import type { signingKey } from '#lib/api/contract/models/keys.ts'
import type { PublicKeyRecord } from '#lib/persistence/settings/signing-keys.ts'

type SigningKey = z.input<typeof signingKey>

/** A signing key on the wire: only its public half. */
export function keyToWire(key: PublicKeyRecord): SigningKey {
  return {
    id: key.id,
    createdAt: key.createdAt.toISOString(),
    state: key.state as SigningKey['state'],
    keyIdentifier: key.keyIdentifier,
    type: key.type,
    algorithm: key.algorithm,
    publicKeyASN1DER: Buffer.from(key.publicKeyDer).toString('base64'),
    publicKeyPEM: key.publicKeyPem,
    publicKeyJWK: key.publicKeyJwk,
  }
}
