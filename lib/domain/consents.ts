import type { Tx } from '#lib/context.ts'
import { refuse } from '#lib/kernel/errors.ts'
import { splitWords } from '#lib/kernel/text.ts'
import type { ConsentRecord, UserRecord } from '#lib/persistence/store.ts'
import { audit } from './audit.ts'
import { revokeApproved } from './revocation.ts'

/** The scopes a stored consent approves; none where there is no consent. */
export function approvedScopes(consent: ConsentRecord | null): readonly string[] {
  return splitWords(consent?.scope)
}

/**
 * What stands as approved after a consent page was answered: what stood before without the scopes
 * the page showed, and the ticked ones. A scope that was not asked about keeps its answer.
 */
export function mergeConsent(
  before: readonly string[],
  shown: readonly string[],
  ticked: readonly string[],
): string[] {
  return [...before.filter((scope) => !shown.includes(scope)), ...ticked]
}

/**
 * Stores the answer of a consent page, one row per user and client, and writes `saved_consent`. Where something is
 * approved no longer that was, all that the client got from the user ends. The caller holds the user's row locked, so
 * that two answers at once are merged one after the other.
 * @param user who answered
 */
export async function saveConsent(
  tx: Tx,
  { id: userId, subject }: Pick<UserRecord, 'id' | 'subject'>,
  clientId: number,
  answer: { readonly shown: readonly string[]; readonly ticked: readonly string[] },
): Promise<void> {
  const before = approvedScopes(await tx.store.consents.find(userId, clientId))
  const after = mergeConsent(before, answer.shown, answer.ticked)
  // The consent goes last, as it does when it is withdrawn and when its client is removed.
  if (before.some((scope) => !after.includes(scope))) {
    await revokeApproved(tx, {
      userId,
      clientId,
      reason: 'consent_narrowed',
      loggedInUser: subject,
    })
  }
  const { id: consentId } = await tx.store.consents.save(userId, clientId, after.join(' '), tx.now)
  audit(tx, 'saved_consent', { userId, clientId, consentId })
}

/**
 * Deletes what a user approved for a client, ends all that the client got from the user, and writes the entry.
 * @throws Refusal NOT_FOUND when somebody else was first
 */
export async function withdrawConsent(
  tx: Tx,
  { id: consentId, userId, clientId }: Pick<ConsentRecord, 'id' | 'userId' | 'clientId'>,
  entry: {
    readonly event: 'deleted_user_consent' | 'deleted_own_user_consent'
    readonly loggedInUser: string
  },
): Promise<void> {
  const { loggedInUser } = entry
  await tx.store.users.lock(userId)
  audit(tx, entry.event, { userId, consentId, loggedInUser })
  // The consent goes last, as it does when its client is removed: two transactions never wait for each other.
  await revokeApproved(tx, { userId, clientId, reason: 'consent_withdrawn', loggedInUser })
  if (!(await tx.store.consents.remove(consentId))) throw refuse('NOT_FOUND')
}
