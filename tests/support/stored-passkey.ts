import type { PasskeyRecord, Store } from '#lib/persistence/store.ts'
import { testStart } from './settings.ts'

let made = 0

/** A passkey of a user in the database; no authenticator has its key. */
export async function aStoredPasskey(
  { passkeys }: Pick<Store, 'passkeys'>,
  userId: number,
  change: Partial<PasskeyRecord> = {},
): Promise<PasskeyRecord> {
  const credentialId = `stored-${++made}-of-${userId}`
  await passkeys.keepUserHandle(userId, new Uint8Array(Buffer.from(credentialId)))
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
