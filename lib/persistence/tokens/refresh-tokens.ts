import { sql } from 'kysely'
import { joinedTable } from '../database/joined.ts'
import { firstOrNull, updatedRows } from '../database/results.ts'
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

export async function insert(queries: Queries, token: NewRefreshToken): Promise<void> {
  await queries
    .insertInto('refreshTokens')
    .values({ ...token, createdAt: rowTime() })
    .execute()
}

export async function findByJti(
  queries: Queries,
  jti: string,
): Promise<RefreshTokenWithOrigin | null> {
  const found = await firstOrNull(
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
      .where('refreshTokens.jti', '=', jti),
  )
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

/** Revokes the token as rotated: true for the one caller that found it active. */
export async function rotate(queries: Queries, id: number, revokedAt: Date): Promise<boolean> {
  const rotation = queries
    .updateTable('refreshTokens')
    .set({ revoked: true, revokedAt, revokedReason: 'rotated' })
    .where('id', '=', id)
    .where('revoked', '=', false)
  return (await updatedRows(rotation)) === 1
}
