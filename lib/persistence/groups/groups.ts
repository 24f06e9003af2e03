import { joinedTable } from '../database/joined.ts'
import { prepared, type ValueOf } from '../database/prepared.ts'
import type { Queries, Row } from '../database/tables.ts'

export type GroupRecord = Row<'groups'>

/** A group with its attributes, in the order in which they were added. */
export type GroupWithAttributes = GroupRecord & { attributes: Row<'groupAttributes'>[] }

const group = joinedTable('groups')
const groupAttribute = joinedTable('groupAttributes')

const selectOfUser = prepared((queries, value: ValueOf<{ userId: number }>) =>
  queries
    .selectFrom('userGroups')
    .innerJoin('groups', 'groups.id', 'userGroups.groupId')
    .leftJoin('groupAttributes', 'groupAttributes.groupId', 'groups.id')
    .select([...group.columns, ...groupAttribute.columns])
    .where('userGroups.userId', '=', value('userId'))
    .orderBy('groups.id')
    .orderBy('groupAttributes.id'),
)

/** Groups of a user with their attributes, ordered by group. */
export async function ofUser(queries: Queries, userId: number): Promise<GroupWithAttributes[]> {
  const found = await selectOfUser.all(queries, { userId })
  const groups = new Map<number, GroupWithAttributes>()
  for (const row of found) {
    const mine = group.read(row)
    const attribute = groupAttribute.read(row)
    if (!mine) continue
    const known = groups.get(mine.id) ?? { ...mine, attributes: [] }
    groups.set(mine.id, known)
    if (attribute) known.attributes.push(attribute)
  }
  return [...groups.values()]
}
