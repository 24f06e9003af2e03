import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { actorOf, type Caller } from '../permissions/caller.ts'
import { auditClientTokens, clientMadePublic } from '../retention/revocation.ts'
import { maxAtOnce, revokeInBatches } from '../retention/revocation-in-batches.ts'
import { changeReachOfClient } from './account-approvals.ts'
import { makeClientPublic } from './client-secret.ts'

/**
 * Makes a client public like `makeClientPublic`, with any number of codes and refresh tokens. If they are too many for
 * one transaction, they are revoked in batches first, and each batch writes its own `revoked_client_grants`. The client
 * stays confidential meanwhile; tokens issued in that time are revoked when it becomes public. After a failure the
 * client is still confidential, and the caller can try again.
 * @throws Refusal NOT_FOUND when the client was deleted meanwhile
 */
export async function makeClientPublicWithAll(
  ctx: Context,
  { id, isPublic }: Pick<ClientRecord, 'id' | 'isPublic'>,
  caller: Caller,
): Promise<ClientWithLists> {
  const loggedInUser = actorOf(caller)
  const { activeTokens } = ctx.store
  const owner = { kind: 'client', id } as const
  if (!isPublic && (await activeTokens.exceed(owner, ['code', 'refreshToken'], maxAtOnce))) {
    const { code, refreshToken } = await activeTokens.newest()
    const ending = { of: { ...owner, exceptOfSession: '' }, reason: clientMadePublic }
    const auditEnded = (tx: AdminTx, revoked: Parameters<typeof auditClientTokens>[3]) =>
      auditClientTokens(tx, id, loggedInUser, revoked)
    await revokeInBatches(ctx, 'code', {
      ...ending,
      upTo: code,
      auditEnded: (tx, { length }) =>
        auditEnded(tx, { revokedCodeCount: length, revokedRefreshTokenJtis: [] }),
    })
    await revokeInBatches(ctx, 'refreshToken', {
      ...ending,
      upTo: refreshToken,
      auditEnded: (tx, jtis) =>
        auditEnded(tx, { revokedCodeCount: 0, revokedRefreshTokenJtis: jtis }),
    })
  }
  return adminTransaction(ctx, (tx) =>
    changeReachOfClient(tx, id, caller, () => makeClientPublic(tx, id, loggedInUser)),
  )
}
