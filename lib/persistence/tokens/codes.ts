import { type Expression, sql } from 'kysely'
import { dialectOf } from '../database/dialect-of.ts'
import { joinedTable } from '../database/joined.ts'
import { firstOrNull, updatedRows } from '../database/results.ts'
import type { NewRow, Queries, Row } from '../database/tables.ts'
import { type PicturedUser, picturedUser } from '../users/pictured-user.ts'

export type CodeRecord = Row<'codes'>

/** A code with its grant, its user, and the session of its issue if that still exists. */
export type CodeWithOrigin = CodeRecord & {
  readonly grant: Row<'grants'>
  readonly user: PicturedUser | null
  readonly session: Row<'userSessions'> | null
}

/** A code to insert: unspent by default. */
export type NewCode = Omit<NewRow<'codes'>, 'grantId'> & {
  readonly grantId: number | Expression<number>
}

const code = joinedTable('codes')
const grant = joinedTable('grants')
const session = joinedTable('userSessions')
const columns = [...code.columns, ...grant.columns, ...picturedUser.columns, ...session.columns]

/** The id of the next row. On SQLite, no other transaction writes before this one ends. */
const nextId = {
  sqlite: sql<{ id: number }>`select 1 + coalesce(
    (select seq from sqlite_sequence where name = 'codes'), 0) as id`,
  postgresql: sql<{ id: number }>`select nextval('codes_id_seq') as id`,
}

/** Reserves the id of a code to insert in this transaction. */
export async function newId(queries: Queries): Promise<number> {
  const { rows } = await nextId[dialectOf(queries)].execute(queries)
  return (rows[0] as { id: number }).id
}

export function insert(queries: Queries, code: NewCode): Promise<CodeRecord> {
  return queries.insertInto('codes').values(code).returningAll().executeTakeFirstOrThrow()
}

export async function findByHash(
  queries: Queries,
  codeHash: string,
): Promise<CodeWithOrigin | null> {
  const found = await firstOrNull(
    queries
      .selectFrom('codes')
      .innerJoin('grants', 'grants.id', 'codes.grantId')
      .leftJoin('users', 'users.id', 'codes.userId')
      .leftJoin('userProfilePictures', 'userProfilePictures.userId', 'users.id')
      .leftJoin('userSessions', 'userSessions.sessionIdentifier', 'codes.sessionIdentifier')
      .select(columns)
      .where('codes.codeHash', '=', codeHash),
  )
  const itself = found && code.read(found)
  const itsGrant = found && grant.read(found)
  if (!itself || !itsGrant) return null
  const user = picturedUser.read(found)
  return { ...itself, grant: itsGrant, user, session: session.read(found) }
}

/** Spends the code: true for the one caller that found it neither spent nor revoked. */
export async function spend(queries: Queries, id: number, usedAt: Date): Promise<boolean> {
  const spending = queries
    .updateTable('codes')
    .set({ used: true, usedAt })
    .where('id', '=', id)
    .where('used', '=', false)
    .where('revoked', '=', false)
  return (await updatedRows(spending)) === 1
}
