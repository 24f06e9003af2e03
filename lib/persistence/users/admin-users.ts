import { forgetUser } from '../audit/refusal-records.ts'
import type { AdminSource } from '../database/sources.ts'
import type { NewRecord } from '../database/tables.ts'
import { removeTokensOf } from '../maintenance/removal.ts'
import { type FoundUsers, searchUsers, type UserSearch } from '../search/user-search.ts'
import { foldTexts, needsFolding } from '../search/user-text-folding.ts'
import { lock, type UserChange, type UserRecord } from './users.ts'

/** The columns that searches cover. */
const searched = ['email', 'username', 'givenName', 'middleName', 'familyName', 'subject'] as const

export function findByResetCodeHash(
  { db }: AdminSource,
  forgotPasswordCodeHash: string,
): Promise<UserRecord | null> {
  return db.user.findUnique({ where: { forgotPasswordCodeHash } })
}

/** One page of the matching users, and their total number. */
export function search(
  { queries, provider }: AdminSource,
  search: UserSearch,
): Promise<FoundUsers> {
  return searchUsers(queries, provider, search)
}

/** True when another user has this username, in any case. */
export async function isUsernameTaken(
  { db }: AdminSource,
  usernameKey: string,
  exceptId: number,
): Promise<boolean> {
  return (
    (await db.user.findFirst({
      where: { usernameKey, id: { not: exceptId } },
      select: { id: true },
    })) !== null
  )
}

export async function insert(admin: AdminSource, user: NewRecord<'users'>): Promise<UserRecord> {
  return foldedText(admin, await admin.db.user.create({ data: user }))
}

/**
 * Writes only the given columns.
 * @param condition what must still hold
 * @returns the current user; null when it no longer exists or the condition fails
 */
export async function change(
  admin: AdminSource,
  id: number,
  change: UserChange,
  condition: Partial<UserRecord> = {},
): Promise<UserRecord | null> {
  const { count } = await admin.db.user.updateMany({ where: { ...condition, id }, data: change })
  const user = count === 1 ? await admin.db.user.findUnique({ where: { id } }) : null
  return user && searched.some((column) => column in change) ? foldedText(admin, user) : user
}

/** Removes a user with all dependents, in the order of `Store`; false when it no longer existed. */
export async function remove({ db, queries }: AdminSource, id: number): Promise<boolean> {
  await lock(queries, id)
  await removeTokensOf(queries, 'user', id)
  await forgetUser(queries, id)
  return (await db.user.deleteMany({ where: { id } })).count === 1
}

/** The given users who belong to the group. */
export async function membersAmong(
  { db }: AdminSource,
  ids: readonly number[],
  groupId: number,
): Promise<ReadonlySet<number>> {
  const where = { groupId, userId: { in: [...ids] } }
  const rows = await db.userGroup.findMany({ where, select: { userId: true } })
  return new Set(rows.map((row) => row.userId))
}

/** The given users who hold the permission directly, not through a group. */
export async function holdersAmong(
  { db }: AdminSource,
  ids: readonly number[],
  permissionId: number,
): Promise<ReadonlySet<number>> {
  const where = { permissionId, userId: { in: [...ids] } }
  const rows = await db.userPermission.findMany({ where, select: { userId: true } })
  return new Set(rows.map((row) => row.userId))
}

export async function grantPermission(
  { db }: AdminSource,
  userId: number,
  permissionId: number,
): Promise<void> {
  await db.userPermission.create({ data: { userId, permissionId } })
}

/** Folds the searched text when it is more than ASCII. */
async function foldedText(
  { queries, provider }: AdminSource,
  user: UserRecord,
): Promise<UserRecord> {
  if (searched.some((column) => needsFolding(user[column]))) {
    await foldTexts(queries, provider, 1, user.id)
  }
  return user
}
