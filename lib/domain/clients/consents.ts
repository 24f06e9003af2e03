import { refuse } from '#lib/answers/refusal.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { AdminTx } from '#lib/context.ts'
import type { ConsentRecord, UserRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { revokeApproved } from '../retention/revocation.ts'

/** The scopes that a stored consent approves; empty without a consent. */
export function approvedScopes(consent: ConsentRecord | null): readonly string[] {
  return splitWords(consent?.scope)
}

/**
 * The approved scopes after a consent page was answered. Scopes on the page take the new answer; the other scopes keep
 * their earlier one.
 */
export function mergeConsent(
  before: readonly string[],
  shown: readonly string[],
  ticked: readonly string[],
): string[] {
  return [...before.filter((scope) => !shown.includes(scope)), ...ticked]
}

/**
 * Stores the answer of a consent page, one row per user and client, and writes `saved_consent`. If the answer withdraws
 * a scope, every token the client got from the user is revoked. The caller must have locked the user's row, so that two
 * simultaneous answers are merged in turn.
 * @param user the user who answered
 */
export async function saveConsent(
  tx: AdminTx,
  { id: userId, subject }: Pick<UserRecord, 'id' | 'subject'>,
  clientId: number,
  answer: { readonly shown: readonly string[]; readonly ticked: readonly string[] },
): Promise<void> {
  const before = approvedScopes(await tx.store.consents.find(userId, clientId))
  const after = mergeConsent(before, answer.shown, answer.ticked)
  // The consent is written last, as in a withdrawal and in the removal of a client, so that transactions cannot
  // deadlock.
  if (before.some((scope) => !after.includes(scope))) {
    await revokeApproved(tx, {
      userId,
      clientId,
      reason: 'consent_narrowed',
      loggedInUser: subject,
    })
  }
  const { id: consentId } = await tx.store.consents.save(userId, clientId, after.join(' '), tx.now)
  await tx.store.clientRegistrations.noteConsent(clientId)
  audit(tx, 'saved_consent', { userId, clientId, consentId })
}

/**
 * Deletes a user's consent to a client, revokes every token the client got from the user, and writes the entry.
 * @throws Refusal NOT_FOUND when the consent was deleted meanwhile
 */
export async function withdrawConsent(
  tx: AdminTx,
  { id: consentId, userId, clientId }: Pick<ConsentRecord, 'id' | 'userId' | 'clientId'>,
  entry: {
    readonly event: 'deleted_user_consent' | 'deleted_own_user_consent'
    readonly loggedInUser: string
  },
): Promise<void> {
  const { loggedInUser } = entry
  await tx.store.users.lock(userId)
  audit(tx, entry.event, { userId, clientId, consentId, loggedInUser })
  // The consent is removed last, as in the removal of its client, so that two transactions cannot deadlock.
  await revokeApproved(tx, { userId, clientId, reason: 'consent_withdrawn', loggedInUser })
  if (!(await tx.store.consents.remove(consentId))) throw refuse('NOT_FOUND')
}
