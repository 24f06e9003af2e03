import { joinedTable } from './database/joined.ts'
import { firstOrNull } from './database/results.ts'
import type { Queries, Row } from './database/tables.ts'
import { type PicturedUser, picturedUser } from './users.ts'

/** Names in an access token; '' for a session or grant it does not name. */
export interface TokenNames {
  readonly subject: string
  readonly sessionIdentifier: string
  readonly grantIdentifier: string
}

/** What an access token of a user names, as it is now; null what is gone. */
export interface TokenHolder {
  readonly user: PicturedUser
  readonly session: Row<'userSessions'> | null
  readonly grant: Row<'grants'> | null
  /** To which the grant was made: its name may have changed since, or be another one's. */
  readonly client: Row<'clients'> | null
}

const session = joinedTable('userSessions')
const grant = joinedTable('grants')
const client = joinedTable('clients')
const columns = [...picturedUser.columns, ...session.columns, ...grant.columns, ...client.columns]

/** Who stands behind an access token: asked with every request that carries one. */
export function tokenHolders(queries: Queries) {
  return {
    /** All of it by one join; null when the user is gone. */
    async find(names: TokenNames): Promise<TokenHolder | null> {
      const found = await firstOrNull(
        queries
          .selectFrom('users')
          .leftJoin('userProfilePictures', 'userProfilePictures.userId', 'users.id')
          .leftJoin('userSessions', (join) =>
            join.on('userSessions.sessionIdentifier', '=', names.sessionIdentifier),
          )
          .leftJoin('grants', (join) =>
            join.on('grants.grantIdentifier', '=', names.grantIdentifier),
          )
          .leftJoin('clients', 'clients.id', 'grants.clientId')
          .select(columns)
          .where('users.subject', '=', names.subject),
      )
      const user = found && picturedUser.read(found)
      if (!user) return null
      return {
        user,
        session: session.read(found),
        grant: grant.read(found),
        client: client.read(found),
      }
    },
  }
}
