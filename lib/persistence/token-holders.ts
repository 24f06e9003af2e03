import type { Direct } from './direct.ts'
import type { Rows } from './tables.ts'
import { joinPicture, type PicturedUser, picture, pictured } from './users.ts'

/** Names in an access token; '' for a session or grant it does not name. */
export interface TokenNames {
  readonly subject: string
  readonly sessionIdentifier: string
  readonly grantIdentifier: string
}

/** What an access token of a user names, as it is now; null what is gone. */
export interface TokenHolder {
  readonly user: PicturedUser
  readonly session: Rows['UserSession'] | null
  readonly grant: Rows['Grant'] | null
  /** To which the grant was made: its name may have changed since, or be another one's. */
  readonly client: Rows['Client'] | null
}

/** Who stands behind an access token: asked with every request that carries one. */
export function tokenHolders(sql: Direct) {
  return {
    /** All of it by one join; null when the user is gone. */
    async find(names: TokenNames): Promise<TokenHolder | null> {
      const found = await sql.oneJoined(
        ['User', picture, 'UserSession', 'Grant', 'Client'],
        `FROM "users" ${joinPicture}
          LEFT JOIN "user_sessions" ON "user_sessions"."session_identifier" = ?
          LEFT JOIN "grants" ON "grants"."grant_identifier" = ?
          LEFT JOIN "clients" ON "clients"."id" = "grants"."client_id"
          WHERE "users"."subject" = ?`,
        names.sessionIdentifier,
        names.grantIdentifier,
        names.subject,
      )
      const [row = null, itsPicture = null, session = null, grant = null, client = null] =
        found ?? []
      const user = pictured(row, itsPicture)
      return user && { user, session, grant, client }
    },
  }
}
