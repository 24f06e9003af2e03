import type { z } from 'zod'
import type { signingKey } from '#lib/api/contract/models/keys.ts'
import type { KeyUse } from '#lib/domain/keys/key-use.ts'
import type { PublicKeyRecord } from '#lib/persistence/settings/signing-keys.ts'

type SigningKey = z.input<typeof signingKey>

/** A signing key on the wire: only its public half. */
export function keyToWire(key: PublicKeyRecord, use: KeyUse): SigningKey {
  return {
    id: key.id,
    createdAt: key.createdAt.toISOString(),
    state: key.state as SigningKey['state'],
    keyIdentifier: key.keyIdentifier,
    type: key.type,
    algorithm: key.algorithm,
    signingSince: use.signingSince?.toISOString() ?? null,
    signedUntil: use.signedUntil?.toISOString() ?? null,
    dependents: use.dependents && {
      ...use.dependents,
      until: use.dependents.until?.toISOString() ?? null,
    },
    publicKeyASN1DER: Buffer.from(key.publicKeyDer).toString('base64'),
    publicKeyPEM: key.publicKeyPem,
    publicKeyJWK: key.publicKeyJwk,
  }
}
