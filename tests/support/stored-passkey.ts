import type { PasskeyRecord, Store } from '#lib/persistence/store.ts'
import { testStart } from './settings.ts'

let made = 0

/** A passkey of a user in the database; no authenticator has its key. */
export async function aStoredPasskey(
  { passkeys }: Pick<Store, 'passkeys'>,
  userId: number,
  change: Partial<PasskeyRecord> = {},
): Promise<PasskeyRecord> {
  const id = Buffer.from(`stored-${++made}-of-${userId}`)
  const credentialId = id.toString('base64url')
  await passkeys.keepUserHandle(userId, new Uint8Array(id))
  return passkeys.insert({
    createdAt: testStart,
    publicKey: new Uint8Array([1]),
    algorithm: -7,
    relyingPartyId: 'localhost',
    name: 'A key',
    backupEligible: true,
    backedUp: true,
    ...change,
    userId,
    credentialId,
  })
}
