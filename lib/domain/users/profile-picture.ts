import type { AdminTx, Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-events.ts'
import type { CheckedImage } from '../values/images.ts'
import { lockUser } from './users.ts'

/** A file that `checkImage` accepted, with the detected type. */
type Picture = Pick<CheckedImage, 'contentType'> & { readonly image: Uint8Array<ArrayBuffer> }

/** The audit entry of a picture change. */
interface Entry {
  readonly event: AuditEvent
  readonly loggedInUser: string
}

/** The public address of a user's picture. */
export function pictureUrl({ config }: Context, { subject }: Pick<UserRecord, 'subject'>): string {
  return `${config.baseUrl}/userinfo/picture/${subject}`
}

/**
 * Stores a checked picture and replaces an earlier one.
 * @throws Refusal NOT_FOUND when the user is gone
 */
export async function savePicture(
  tx: AdminTx,
  userId: number,
  { image, contentType }: Picture,
  { event, loggedInUser }: Entry,
): Promise<void> {
  await lockUser(tx, userId)
  await tx.store.images.savePicture(userId, image, contentType)
  await tx.store.users.touch(userId)
  audit(tx, event, { userId, loggedInUser })
}

/**
 * Removes the caller's own picture, and writes `deleted_own_profile_picture` if there was one.
 * @throws Refusal NOT_FOUND when the user is gone
 */
export async function removeOwnPicture(tx: AdminTx, { id, subject }: UserRecord): Promise<void> {
  await lockUser(tx, id)
  if (!(await tx.store.images.removePicture(id))) return
  await tx.store.users.touch(id)
  audit(tx, 'deleted_own_profile_picture', { userId: id, loggedInUser: subject })
}

/**
 * Removes a user's picture. The entry is written even when there was none.
 * @throws Refusal NOT_FOUND when the user is gone
 */
export async function removePicture(
  tx: AdminTx,
  userId: number,
  { event, loggedInUser }: Entry,
): Promise<void> {
  await lockUser(tx, userId)
  if (await tx.store.images.removePicture(userId)) await tx.store.users.touch(userId)
  audit(tx, event, { userId, loggedInUser })
}
