import { sql } from 'kysely'
import { joinedTable } from '../database/joined.ts'
import { prepared, preparedByColumns, type ValueOf } from '../database/prepared.ts'
import { rowTime } from '../database/row-time.ts'
import type { NewRow, Queries, Row } from '../database/tables.ts'
import { type PicturedUser, picturedUser } from '../users/pictured-user.ts'

/** Refresh tokens by their `jti`; the token itself is never stored. */
export type RefreshTokenRecord = Row<'refreshTokens'>

/** A refresh token with its grant, code, user and session. */
export type RefreshTokenWithOrigin = RefreshTokenRecord & {
  readonly grant: Row<'grants'>
  /** The code that it was first issued for; null for a token of the password grant. */
  readonly code: { readonly revoked: boolean } | null
  readonly user: PicturedUser | null
  /** Its session, or the session that an offline grant began in, if that still exists. */
  readonly session: Row<'userSessions'> | null
}

/** A token to insert: active by default. */
export type NewRefreshToken = Omit<NewRow<'refreshTokens'>, 'createdAt'>

const refreshToken = joinedTable('refreshTokens')
const grant = joinedTable('grants')
const code = joinedTable('codes', ['revoked'])
const session = joinedTable('userSessions')
const columns = [
  ...refreshToken.columns,
  ...grant.columns,
  ...code.columns,
  ...picturedUser.columns,
  ...session.columns,
]

const insertRow = preparedByColumns((queries, row: NewRow<'refreshTokens'>) =>
  queries.insertInto('refreshTokens').values(row),
)

export async function insert(queries: Queries, token: NewRefreshToken): Promise<void> {
  await insertRow.count(queries, { ...token, createdAt: rowTime() })
}

const selectByJti = prepared((queries, value: ValueOf<{ jti: string }>) =>
  queries
    .selectFrom('refreshTokens')
    .innerJoin('grants', 'grants.id', 'refreshTokens.grantId')
    .leftJoin('codes', 'codes.id', 'refreshTokens.codeId')
    .leftJoin('users', 'users.id', 'refreshTokens.userId')
    .leftJoin('userProfilePictures', 'userProfilePictures.userId', 'users.id')
    .leftJoin('userSessions', (join) =>
      join.on(
        'userSessions.sessionIdentifier',
        '=',
        sql<string>`coalesce(nullif(${sql.ref('refreshTokens.sessionIdentifier')}, ''),
              ${sql.ref('grants.sessionIdentifier')})`,
      ),
    )
    .select(columns)
    .where('refreshTokens.jti', '=', value('jti')),
)

export async function findByJti(
  queries: Queries,
  jti: string,
): Promise<RefreshTokenWithOrigin | null> {
  const found = await selectByJti.first(queries, { jti })
  const token = found && refreshToken.read(found)
  const itsGrant = found && grant.read(found)
  if (!token || !itsGrant) return null
  return {
    ...token,
    grant: itsGrant,
    code: code.read(found),
    user: picturedUser.read(found),
    session: session.read(found),
  }
}

type Rotation = Pick<RefreshTokenRecord, 'id' | 'renewedFrom'> & { readonly revokedAt: Date }

const revokeActive = prepared((queries, value: ValueOf<Rotation>) =>
  queries
    .updateTable('refreshTokens')
    .set({
      revoked: true,
      revokedAt: value('revokedAt'),
      revokedReason: 'rotated',
      renewedFrom: value('renewedFrom'),
    })
    .where('id', '=', value('id'))
    .where('revoked', '=', false),
)

/**
 * Revokes the token as rotated: true for the one caller that found it active.
 * @param renewedFrom the address block of the request
 */
export async function rotate(
  queries: Queries,
  id: number,
  revokedAt: Date,
  renewedFrom: string,
): Promise<boolean> {
  return (await revokeActive.count(queries, { id, revokedAt, renewedFrom })) === 1
}
