import type { Db, Provider } from '../client.ts'
import { joinedTable } from '../database/joined.ts'
import type { Queries } from '../database/tables.ts'
import type { Group, GroupAttribute } from '../generated/sqlite/client.ts'
import { Prisma } from '../generated/sqlite/client.ts'
import { inOrderOf, skipBefore } from '../search/paging.ts'
import { containsText } from '../search/text-search.ts'

export type GroupRecord = Group

/** A group with its attributes, in the order in which they were added. */
export type GroupWithAttributes = GroupRecord & { attributes: GroupAttribute[] }

export type CountedGroup = GroupRecord & { readonly memberCount: number }

const byIdentifier = [{ groupIdentifier: 'asc' as const }, { id: 'asc' as const }]

const group = joinedTable('groups')
const groupAttribute = joinedTable('groupAttributes')

export function groups(queries: Queries) {
  return {
    /** Groups of a user with their attributes, ordered by group. */
    async ofUser(userId: number): Promise<GroupWithAttributes[]> {
      const found = await queries
        .selectFrom('userGroups')
        .innerJoin('groups', 'groups.id', 'userGroups.groupId')
        .leftJoin('groupAttributes', 'groupAttributes.groupId', 'groups.id')
        .select([...group.columns, ...groupAttribute.columns])
        .where('userGroups.userId', '=', userId)
        .orderBy('groups.id')
        .orderBy('groupAttributes.id')
        .execute()
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
    },
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminGroups(db: Db, provider: Provider, queries: Queries) {
  const base = groups(queries)
  const matching = (query: string) =>
    containsText(provider, ['"group_identifier"', '"description"'], query)
  return {
    ...base,

    findById: (id: number): Promise<GroupRecord | null> => db.group.findUnique({ where: { id } }),

    /** Exact and case-sensitive on both databases. */
    findByIdentifier: (groupIdentifier: string): Promise<GroupRecord | null> =>
      db.group.findUnique({ where: { groupIdentifier } }),

    /** Every group with its number of members, ordered by identifier. */
    list: async (): Promise<CountedGroup[]> =>
      counted(db, await db.group.findMany({ orderBy: byIdentifier }), Prisma.sql`TRUE`),

    /** The groups of a user with their numbers of members, ordered by identifier. */
    listOfUser: async (userId: number): Promise<CountedGroup[]> =>
      counted(
        db,
        await db.group.findMany({ where: { users: { some: { userId } } }, orderBy: byIdentifier }),
        Prisma.sql`"group_id" IN (SELECT "group_id" FROM "user_groups" WHERE "user_id" = ${userId})`,
      ),

    findCounted: async (id: number): Promise<CountedGroup | null> => {
      const found = await db.group.findMany({ where: { id } })
      return (await counted(db, found, Prisma.sql`"group_id" = ${id}`))[0] ?? null
    },

    /** One page of the groups whose identifier or description contains the text. */
    async search(query: string, page: number, size: number): Promise<CountedGroup[]> {
      const rows = await db.$queryRaw<{ id: number | bigint }[]>`
        SELECT "id" FROM "groups" WHERE ${matching(query)}
        ORDER BY "group_identifier", "id" LIMIT ${size} OFFSET ${skipBefore(page, size)}`
      if (rows.length === 0) return []
      const ids = rows.map((row) => Number(row.id))
      const found = await counted(
        db,
        await db.group.findMany({ where: { id: { in: ids } } }),
        Prisma.sql`"group_id" IN (${Prisma.join(ids)})`,
      )
      return inOrderOf(ids, found)
    },

    async countMatching(query: string): Promise<number> {
      const rows = await db.$queryRaw<{ total: number | bigint }[]>`
        SELECT COUNT(*) AS "total" FROM "groups" WHERE ${matching(query)}`
      return Number(rows[0]?.total ?? 0)
    },

    insert: (group: Prisma.GroupCreateInput) => db.group.create({ data: group }),

    /** False when the group no longer exists. */
    async update(id: number, change: Prisma.GroupUpdateManyMutationInput): Promise<boolean> {
      return (await db.group.updateMany({ where: { id }, data: change })).count === 1
    },

    /** Deletes a group with its memberships, attributes and permissions; false when it no longer existed. */
    async remove(id: number): Promise<boolean> {
      return (await db.group.deleteMany({ where: { id } })).count === 1
    },

    /** Reads a group and locks it until the transaction ends, against changes and new references. */
    async lock(id: number): Promise<GroupRecord | null> {
      if (provider === 'postgresql') {
        await db.$queryRaw`SELECT "id" FROM "groups" WHERE "id" = ${id} FOR UPDATE`
      }
      return db.group.findUnique({ where: { id } })
    },

    /**
     * Keeps groups from being deleted until the transaction ends.
     * @returns the ids of existing groups
     */
    async hold(ids: readonly number[]): Promise<number[]> {
      if (ids.length === 0) return []
      if (provider === 'postgresql') {
        await db.$queryRaw`SELECT "id" FROM "groups" WHERE "id" = ANY(${[...ids]})
          ORDER BY "id" FOR KEY SHARE`
      }
      return existing(db, ids)
    },

    /** Filters the ids, each given once, of existing groups. */
    existing: (ids: readonly number[]): Promise<number[]> => existing(db, ids),
  }
}

async function existing(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.group.findMany({ where: { id: { in: [...ids] } }, select: { id: true } })
  return rows.map((row) => row.id)
}

/**
 * Groups with their numbers of members.
 * @param theirs a condition on the counted rows of `user_groups`. Use a list of ids only for few groups, because a
 *   statement's number of values is limited
 */
async function counted(
  db: Db,
  groups: readonly GroupRecord[],
  theirs: Prisma.Sql,
): Promise<CountedGroup[]> {
  const rows = await db.$queryRaw<{ id: number | bigint; members: number | bigint }[]>`
    SELECT "group_id" AS "id", COUNT(*) AS "members" FROM "user_groups"
    WHERE ${theirs} GROUP BY "group_id"`
  const counts = new Map(rows.map(({ id, members }) => [Number(id), Number(members)]))
  return groups.map((group) => ({ ...group, memberCount: counts.get(group.id) ?? 0 }))
}
