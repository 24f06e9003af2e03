import type { Tx } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients.ts'
import type { ConsentRecord } from '#lib/persistence/store.ts'
import { administrativePermissionIds, mayManage } from './administrators.ts'
import { audit } from './audit.ts'
import { manageAccountScope } from './built-in.ts'
import { actorOf, type Caller } from './caller.ts'
import { secretOf } from './client-secret.ts'
import { lockClient } from './clients.ts'
import { approvedScopes } from './consents.ts'
import { revokeApproved } from './revocation.ts'

/**
 * Changes a client for a caller, who may have a granular token. What administrators approved for the client, they
 * approved for the addresses and the holder of the secret of that moment. Where the change lets the client's codes go
 * elsewhere, or somebody else redeem them, `authserver:manage-account` is taken from their consents: without
 * `authserver:manage` nobody reaches an administrator's account through a client. With it all that the client got from
 * them ends. Writes `narrowed_user_consent` for each.
 * @param change the write itself; gives the client as stored
 * @throws Refusal NOT_FOUND when the client was deleted meanwhile
 */
export async function changeReachOfClient(
  tx: Tx,
  clientId: number,
  caller: Caller,
  change: () => Promise<ClientWithLists>,
): Promise<ClientWithLists> {
  if (mayManage(caller)) return change()
  const before = await lockClient(tx, clientId)
  const approvals = await holdAccountApprovals(tx, clientId)
  const after = await change()
  if (reachesFurther(tx, before, after)) {
    for (const consent of approvals) await narrow(tx, consent, actorOf(caller))
  }
  return after
}

function reachesFurther(tx: Tx, before: ClientWithLists, after: ClientWithLists): boolean {
  const known = new Set(before.redirectUris.map(({ uri }) => uri))
  if (after.redirectUris.some(({ uri }) => !known.has(uri))) return true
  return secretOf(tx, before) !== secretOf(tx, after)
}

/**
 * The consents in which administrators approve account management for a client. Their users are locked before the client
 * changes: what stems from them comes after them (`Store.transaction`).
 */
async function holdAccountApprovals(tx: Tx, clientId: number): Promise<ConsentRecord[]> {
  const administrative = [...(await administrativePermissionIds(tx))]
  const theirs = await tx.store.consents.listOfHolders(clientId, administrative)
  const held: ConsentRecord[] = []
  for (const { userId } of theirs.filter(approvesAccount)) {
    await tx.store.users.lock(userId)
    const consent = await tx.store.consents.find(userId, clientId)
    if (consent && approvesAccount(consent)) held.push(consent)
  }
  return held
}

async function narrow(tx: Tx, consent: ConsentRecord, loggedInUser: string): Promise<void> {
  const { id: consentId, userId, clientId, grantedAt } = consent
  const left = approvedScopes(consent).filter((scope) => scope !== manageAccountScope)
  await tx.store.consents.save(userId, clientId, left.join(' '), grantedAt)
  const about = { userId, clientId, loggedInUser }
  audit(tx, 'narrowed_user_consent', { ...about, consentId, scope: manageAccountScope })
  await revokeApproved(tx, { ...about, reason: 'consent_narrowed' })
}

function approvesAccount(consent: ConsentRecord): boolean {
  return approvedScopes(consent).includes(manageAccountScope)
}
