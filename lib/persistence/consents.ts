import type { Db } from './client.ts'
import type { UserConsent } from './generated/sqlite/client.ts'

export type ConsentRecord = UserConsent

/** What users approved, one row per user and client. */
export function consents(db: Db) {
  return {
    find: (userId: number, clientId: number) =>
      db.userConsent.findUnique({ where: { userId_clientId: { userId, clientId } } }),

    /** Stores the approved scopes in place of what stood there. */
    save: (userId: number, clientId: number, scope: string, grantedAt: Date) =>
      db.userConsent.upsert({
        where: { userId_clientId: { userId, clientId } },
        create: { userId, clientId, scope, grantedAt },
        update: { scope, grantedAt },
      }),
  }
}
