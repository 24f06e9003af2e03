import { joinedTable } from '../database/joined.ts'
import { prepared, preparedByColumns, type ValueOf } from '../database/prepared.ts'
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
export type NewCode = NewRow<'codes'>

const code = joinedTable('codes')
const grant = joinedTable('grants')
const session = joinedTable('userSessions')
const columns = [...code.columns, ...grant.columns, ...picturedUser.columns, ...session.columns]

const insertRow = preparedByColumns((queries, row: NewCode) =>
  queries.insertInto('codes').values(row).returningAll(),
)

export function insert(queries: Queries, code: NewCode): Promise<CodeRecord> {
  return insertRow.one(queries, code)
}

const selectByHash = prepared((queries, value: ValueOf<{ codeHash: string }>) =>
  queries
    .selectFrom('codes')
    .innerJoin('grants', 'grants.id', 'codes.grantId')
    .leftJoin('users', 'users.id', 'codes.userId')
    .leftJoin('userProfilePictures', 'userProfilePictures.userId', 'users.id')
    .leftJoin('userSessions', 'userSessions.sessionIdentifier', 'codes.sessionIdentifier')
    .select(columns)
    .where('codes.codeHash', '=', value('codeHash')),
)

export async function findByHash(
  queries: Queries,
  codeHash: string,
): Promise<CodeWithOrigin | null> {
  const found = await selectByHash.first(queries, { codeHash })
  const itself = found && code.read(found)
  const itsGrant = found && grant.read(found)
  if (!itself || !itsGrant) return null
  const user = picturedUser.read(found)
  return { ...itself, grant: itsGrant, user, session: session.read(found) }
}

const spendUnspent = prepared((queries, value: ValueOf<{ id: number; usedAt: Date }>) =>
  queries
    .updateTable('codes')
    .set({ used: true, usedAt: value('usedAt') })
    .where('id', '=', value('id'))
    .where('used', '=', false)
    .where('revoked', '=', false),
)

/** Spends the code: true for the one caller that found it neither spent nor revoked. */
export async function spend(queries: Queries, id: number, usedAt: Date): Promise<boolean> {
  return (await spendUnspent.count(queries, { id, usedAt })) === 1
}
