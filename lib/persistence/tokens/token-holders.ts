import { joinedTable } from '../database/joined.ts'
import { prepared, type ValueOf } from '../database/prepared.ts'
import type { Queries, Row } from '../database/tables.ts'
import { type PicturedUser, picturedUser } from '../users/pictured-user.ts'

/** Names in an access token; '' for an absent session or grant. */
export interface TokenNames {
  readonly subject: string
  readonly sessionIdentifier: string
  readonly grantIdentifier: string
}

/** The current records that a user's access token names; null for deleted records. */
export interface TokenHolder {
  readonly user: PicturedUser
  readonly session: Row<'userSessions'> | null
  readonly grant: Row<'grants'> | null
  /** The client of the grant. Its identifier may have changed since, or belong to another client. */
  readonly client: Row<'clients'> | null
}

const session = joinedTable('userSessions')
const grant = joinedTable('grants')
const client = joinedTable('clients')
const columns = [...picturedUser.columns, ...session.columns, ...grant.columns, ...client.columns]

const selectHolder = prepared((queries, value: ValueOf<TokenNames>) =>
  queries
    .selectFrom('users')
    .leftJoin('userProfilePictures', 'userProfilePictures.userId', 'users.id')
    .leftJoin('userSessions', (join) =>
      join.on('userSessions.sessionIdentifier', '=', value('sessionIdentifier')),
    )
    .leftJoin('grants', (join) => join.on('grants.grantIdentifier', '=', value('grantIdentifier')))
    .leftJoin('clients', 'clients.id', 'grants.clientId')
    .select(columns)
    .where('users.subject', '=', value('subject')),
)

/** Reads everything in one join, with every request that carries an access token; null when the user no longer exists. */
export async function find(queries: Queries, names: TokenNames): Promise<TokenHolder | null> {
  const found = await selectHolder.first(queries, names)
  const user = found && picturedUser.read(found)
  if (!user) return null
  return {
    user,
    session: session.read(found),
    grant: grant.read(found),
    client: client.read(found),
  }
}
