import type { AdminTx } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ConsentRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { administrativePermissionIds, mayManage } from '../permissions/administrators.ts'
import { manageAccountScope } from '../permissions/built-in.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import { revokeApproved } from '../retention/revocation.ts'
import { secretOf } from './client-secret.ts'
import { lockClient } from './clients.ts'
import { approvedScopes } from './consents.ts'

/**
 * Changes a client on behalf of a caller that may hold only a granular token. Administrators approved the client for
 * the redirect URIs and the secret it had at that time. If the change adds a redirect URI, or replaces or removes the
 * secret or the keys, their consents lose `authserver:manage-account`. Every token the client got from them is revoked then.
 * Otherwise a caller without `authserver:manage` could reach an administrator's account through the client. Writes
 * `narrowed_user_consent` for each consent.
 * @param change performs the write and returns the client as stored
 * @throws Refusal NOT_FOUND when the client was deleted meanwhile
 */
export async function changeReachOfClient(
  tx: AdminTx,
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

function reachesFurther(tx: AdminTx, before: ClientWithLists, after: ClientWithLists): boolean {
  const known = new Set(before.redirectUris.map(({ uri }) => uri))
  if (after.redirectUris.some(({ uri }) => !known.has(uri))) return true
  return secretOf(tx, before) !== secretOf(tx, after) || !hasSameKeys(before, after)
}

function hasSameKeys(before: ClientWithLists, after: ClientWithLists): boolean {
  return before.jwks === after.jwks && before.jwksUri === after.jwksUri
}

/**
 * Returns the consents in which administrators approve account management for a client. Their users are locked before
 * the client changes, because the dependents of a user are locked after the user (`Store.transaction`).
 */
async function holdAccountApprovals(tx: AdminTx, clientId: number): Promise<ConsentRecord[]> {
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

async function narrow(tx: AdminTx, consent: ConsentRecord, loggedInUser: string): Promise<void> {
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
