import { refuse } from '#lib/answers/refusal.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomUuid } from '#lib/base/crypto/random.ts'
import type { AdminTx, AnyContext, Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import type { UserChange } from '#lib/persistence/users/users.ts'
import { audit } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-events.ts'
import { notifyClientsOfAccount } from '../clients/logout-notifications.ts'
import { type Place, sendNotice } from '../mail/notices.ts'
import { builtInResource } from '../permissions/built-in.ts'
import { keepAnAdministrator } from '../permissions/last-administrator.ts'
import { revokeAuthState } from '../retention/revocation.ts'
import { fullName } from './full-name.ts'
import type { Names } from './profile.ts'

/** @throws Refusal NOT_FOUND */
export async function findUser(ctx: Context, id: number): Promise<UserRecord> {
  const user = await ctx.store.users.findById(id)
  if (!user) throw refuse('NOT_FOUND')
  return user
}

/**
 * Reads and locks a user, so that no other transaction changes or removes the user until this one ends.
 * @throws Refusal NOT_FOUND
 */
export async function lockUser(tx: AdminTx, id: number): Promise<UserRecord> {
  const user = await tx.store.users.lock(id)
  if (!user) throw refuse('NOT_FOUND')
  return user
}

export interface NewUser extends Names {
  /** Normalized, checked. */
  readonly email: string
  readonly emailVerified: boolean
  /** Absent when unknown. */
  readonly locale?: string
  /** '' for a user who cannot sign in until a password is set. */
  readonly passwordHash: string
  /** Code of the link for setting the first password; only its hash is stored. */
  readonly resetCode?: string
}

/**
 * Creates an enabled user with `authserver:manage-account` (docs/specification.md "User"). Writes `created_user`.
 * @param loggedInUser the creator; '' for a self-registration
 */
export async function createUser(
  tx: AdminTx,
  { resetCode, ...fields }: NewUser,
  loggedInUser: string,
): Promise<UserRecord> {
  const permission = await tx.store.permissions.find(builtInResource.identifier, 'manage-account')
  if (!permission) throw new Error('The permission manage-account is missing.')
  const user = await tx.store.users.insert({
    ...fields,
    passwordChangedAt: fields.passwordHash === '' ? null : tx.now,
    subject: randomUuid(),
    ...(resetCode
      ? { forgotPasswordCodeHash: sha256Hex(resetCode), forgotPasswordCodeIssuedAt: tx.now }
      : {}),
  })
  await tx.store.users.grantPermission(user.id, permission.id)
  audit(tx, 'created_user', { email: user.email, userId: user.id, loggedInUser })
  return user
}

/**
 * Updates columns of a user and writes the audit entry.
 * @throws Refusal NOT_FOUND when the user is gone
 */
export async function changeUser(
  tx: AdminTx,
  id: number,
  change: UserChange,
  entry: { readonly event: AuditEvent; readonly loggedInUser: string },
): Promise<UserRecord> {
  const user = await tx.store.users.change(id, change)
  if (!user) throw refuse('NOT_FOUND')
  audit(tx, entry.event, { userId: id, loggedInUser: entry.loggedInUser })
  return user
}

/** The columns of a new password. A hash that is only renewed keeps the time. */
export function passwordChange({ now }: AnyContext, passwordHash: string) {
  return { passwordHash, passwordChangedAt: now }
}

/**
 * Sets a user's password for an administrator. Everything obtained with the former password is revoked, and the user
 * gets a notice. Simultaneous changes send only one notice. Writes `updated_user_authentication` and
 * `revoked_user_auth_state`.
 * @param known the user as read before the password was hashed
 * @param passwordHash made outside the transaction
 * @throws Refusal NOT_FOUND when the user is gone
 */
export async function setPassword(
  tx: AdminTx,
  known: Pick<UserRecord, 'id' | 'passwordHash'>,
  passwordHash: string,
  loggedInUser: string,
): Promise<UserRecord> {
  const { id } = known
  const former = await lockUser(tx, id)
  const event = 'updated_user_authentication'
  const user = await changeUser(tx, id, passwordChange(tx, passwordHash), { event, loggedInUser })
  await revokeAuthState(tx, user, { reason: 'admin_password_set', loggedInUser })
  if (former.passwordHash === known.passwordHash) sendNotice(tx, former, 'password-changed')
  return findUser(tx, id)
}

/**
 * Enables or disables a user. Disabling revokes everything the user obtained; disabling again revokes nothing more.
 * Writes `updated_user_details`, then `revoked_user_auth_state`.
 * @throws Refusal NOT_FOUND; LAST_ADMINISTRATOR
 */
export async function setEnabled(
  tx: AdminTx,
  id: number,
  enabled: boolean,
  loggedInUser: string,
): Promise<UserRecord> {
  const write = async () => {
    const changed = await tx.store.users.change(id, { enabled }, { enabled: !enabled })
    const user = changed ?? (await findUser(tx, id))
    audit(tx, 'updated_user_details', { userId: id, enabled, loggedInUser })
    if (enabled || !changed) return user
    await revokeAuthState(tx, user, { reason: 'account_disabled', loggedInUser })
    return findUser(tx, id)
  }
  return enabled ? write() : keepAnAdministrator(tx, write)
}

/**
 * Switches a user's two-factor authentication off and notifies the user by mail. Sessions stay, but each of them needs
 * the second factor again. Writes `disabled_otp`.
 * @param by the administrator, or where users did it themselves (null when unknown)
 * @throws Refusal NOT_FOUND; OTP_NOT_ENABLED when it was off
 */
export async function disableOtp(
  tx: AdminTx,
  id: number,
  by: { readonly loggedInUser: string } | { readonly place: Place | null },
): Promise<UserRecord> {
  const user = await tx.store.users.disableOtp(id)
  if (!user) {
    await findUser(tx, id)
    throw refuse('OTP_NOT_ENABLED')
  }
  if ((await tx.store.passkeys.findOfUser(id)).length === 0) {
    await tx.store.recoveryCodes.removeOfUser(id)
  }
  await tx.store.userDevices.forgetOfUser(id)
  const isAdministrator = 'loggedInUser' in by
  audit(tx, 'disabled_otp', { userId: id, ...(isAdministrator && by) })
  sendNotice(tx, user, 'two-factor-disabled', isAdministrator ? null : by.place)
  return user
}

/**
 * Removes a user with sessions, codes, tokens, consents, attributes, memberships, permissions and picture. Writes
 * `deleted_user`, by which the activity still names the user.
 * @throws Refusal NOT_FOUND when the user was gone; LAST_ADMINISTRATOR
 */
export function removeUser(tx: AdminTx, id: number, loggedInUser: string): Promise<void> {
  return keepAnAdministrator(tx, async () => {
    await notifyClientsOfAccount(tx, id)
    const user = await tx.store.users.findById(id)
    if (!(user && (await tx.store.users.remove(id)))) throw refuse('NOT_FOUND')
    const { subject: userSubject, email } = user
    const called = { userSubject, email, name: fullName(user) }
    audit(tx, 'deleted_user', { userId: id, ...called, loggedInUser })
  })
}
