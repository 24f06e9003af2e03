import type { Context, Tx } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { audit, auditRefusal } from '../audit/audit.ts'
import { noticeAfterAnswer, type Place, sendNotice } from '../mail/notices.ts'
import type { GoodAssertion } from './assertion.ts'

/**
 * Records that a passkey of one device is synced from this use on, and notifies its owner by mail. Does nothing for any
 * other use. Writes `passkey_became_synced`.
 * @param place where the passkey was used; null when unknown
 */
export function noteSynced(
  tx: Tx,
  { passkey, owner, use }: GoodAssertion,
  place: Place | null,
): void {
  if (!use.backupEligible || passkey.backupEligible) return
  audit(tx, 'passkey_became_synced', { userId: owner.id, passkeyId: passkey.id })
  sendNotice(tx, owner, 'passkey-synced', place)
}

/**
 * Records that the count of a passkey did not grow, so that it may have been copied, and notifies its owner by mail.
 * Writes `passkey_counter_regressed`.
 */
export async function noteCopy(
  ctx: Context,
  owner: UserRecord,
  passkeyId: number,
  place: Place | null,
): Promise<void> {
  await auditRefusal(ctx, 'passkey_counter_regressed', { userId: owner.id, passkeyId })
  noticeAfterAnswer(ctx, owner, 'passkey-copied', place)
}
