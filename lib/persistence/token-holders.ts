import type { Direct } from './direct.ts'
import type { Rows } from './tables.ts'

/** Names in an access token; '' for a session or grant it does not name. */
export interface TokenNames {
  readonly subject: string
  readonly clientIdentifier: string
  readonly sessionIdentifier: string
  readonly grantIdentifier: string
}

/** What an access token of a user names, as it is now; null what is gone. */
export interface TokenHolder {
  readonly user: Rows['User']
  readonly client: Rows['Client'] | null
  readonly session: Rows['UserSession'] | null
  readonly grant: Rows['Grant'] | null
}

/** Who stands behind an access token: asked with every request that carries one. */
export function tokenHolders(sql: Direct) {
  return {
    /** All of it by one join; null when the user is gone. */
    async find(names: TokenNames): Promise<TokenHolder | null> {
      const [found] = await sql.joined(
        ['User', 'Client', 'UserSession', 'Grant'],
        `FROM "users"
          LEFT JOIN "clients" ON "clients"."client_identifier" = ?
          LEFT JOIN "user_sessions" ON "user_sessions"."session_identifier" = ?
          LEFT JOIN "grants" ON "grants"."grant_identifier" = ?
          WHERE "users"."subject" = ?`,
        names.clientIdentifier,
        names.sessionIdentifier,
        names.grantIdentifier,
        names.subject,
      )
      const [user, client = null, session = null, grant = null] = found ?? []
      return user ? { user, client, session, grant } : null
    },
  }
}
