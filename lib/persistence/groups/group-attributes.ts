import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, Row, RowChange } from '../database/tables.ts'

export type GroupAttributeRecord = Row<'groupAttributes'>

export function findById({ db }: AdminSource, id: number): Promise<GroupAttributeRecord | null> {
  return db.groupAttribute.findUnique({ where: { id } })
}

export function listOfGroup({ db }: AdminSource, groupId: number): Promise<GroupAttributeRecord[]> {
  return db.groupAttribute.findMany({ where: { groupId }, orderBy: { id: 'asc' } })
}

export function insert(
  { db }: AdminSource,
  attribute: NewRecord<'groupAttributes'>,
): Promise<GroupAttributeRecord> {
  return db.groupAttribute.create({ data: attribute })
}

/** False when the attribute no longer exists. */
export async function update(
  { db }: AdminSource,
  id: number,
  change: RowChange<'groupAttributes'>,
): Promise<boolean> {
  return (await db.groupAttribute.updateMany({ where: { id }, data: change })).count === 1
}

/** False when the attribute no longer existed. */
export async function remove({ db }: AdminSource, id: number): Promise<boolean> {
  return (await db.groupAttribute.deleteMany({ where: { id } })).count === 1
}
