import { refuse } from '#lib/answers/refusal.ts'
import type { AdminTx } from '#lib/context.ts'
import { sendNotice } from '../mail/notices.ts'
import type { UserCaller } from '../permissions/caller.ts'
import { revokeAuthState } from '../retention/revocation.ts'
import { type ConfirmedUser, lockOwner } from '../sign-in/change-confirmation.ts'
import { changeUser, findUser, passwordChange } from '../users/users.ts'

/**
 * Changes the caller's own password. The session of the caller's token, with its tokens and grants, is carried over;
 * everything else obtained with the former password is revoked. Writes `changed_password` and
 * `revoked_user_auth_state`, and notifies the user by mail.
 * @param passwordHash made outside the transaction
 * @throws what `lockOwner` throws; Refusal INVALID_TOKEN when the session ended meanwhile
 */
export async function changeOwnPassword(
  tx: AdminTx,
  caller: UserCaller,
  confirmed: ConfirmedUser,
  passwordHash: string,
) {
  const { user } = caller
  const loggedInUser = user.subject
  await lockOwner(tx, confirmed)
  const session = caller.session && (await tx.store.sessions.lock(caller.session.sessionIdentifier))
  if (caller.session && !session) {
    throw refuse('INVALID_TOKEN', { description: 'Session has been terminated' })
  }
  const entry = { event: 'changed_password', loggedInUser } as const
  const changed = await changeUser(tx, user.id, passwordChange(tx, passwordHash), entry)
  await revokeAuthState(tx, changed, { reason: 'password_change', loggedInUser }, session)
  sendNotice(tx, user, 'password-changed', session)
  return findUser(tx, user.id)
}
