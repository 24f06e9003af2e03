import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, Row, RowChange } from '../database/tables.ts'

export type UserAttributeRecord = Row<'userAttributes'>

export function findById({ db }: AdminSource, id: number): Promise<UserAttributeRecord | null> {
  return db.userAttribute.findUnique({ where: { id } })
}

export function insert(
  { db }: AdminSource,
  attribute: NewRecord<'userAttributes'>,
): Promise<UserAttributeRecord> {
  return db.userAttribute.create({ data: attribute })
}

/** Null when the attribute no longer exists. */
export async function change(
  { db }: AdminSource,
  id: number,
  change: RowChange<'userAttributes'>,
): Promise<UserAttributeRecord | null> {
  const { count } = await db.userAttribute.updateMany({ where: { id }, data: change })
  return count === 1 ? db.userAttribute.findUnique({ where: { id } }) : null
}

/** False when the attribute no longer existed. */
export async function remove({ db }: AdminSource, id: number): Promise<boolean> {
  return (await db.userAttribute.deleteMany({ where: { id } })).count === 1
}
