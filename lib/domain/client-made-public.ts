import { type Context, type Tx, transaction } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { changeReachOfClient } from './account-approvals.ts'
import { actorOf, type Caller } from './caller.ts'
import { makeClientPublic } from './client-secret.ts'
import { auditClientTokens, clientMadePublic } from './revocation.ts'
import { maxAtOnce, revokeInBatches } from './revocation-in-batches.ts'

/**
 * Makes a client public as `makeClientPublic` does, however many codes and refresh tokens it has. Where there are more
 * than one transaction should revoke, they are revoked in parts first: it stays confidential meanwhile, and what it is
 * issued until then is revoked when it becomes public. What fails before that leaves it confidential, to be asked again.
 * Each part writes a `revoked_client_grants` of its own.
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
    const auditEnded = (tx: Tx, revoked: Parameters<typeof auditClientTokens>[3]) =>
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
  return transaction(ctx, (tx) =>
    changeReachOfClient(tx, id, caller, () => makeClientPublic(tx, id, loggedInUser)),
  )
}
