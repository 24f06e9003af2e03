import type { Db } from '../client.ts'
import { firstOrNull } from '../database/results.ts'
import type { Queries } from '../database/tables.ts'
import type { Prisma, Settings } from '../generated/sqlite/client.ts'

export type SettingsRecord = Settings

/** The single row of settings. */
export function settings(queries: Queries) {
  return {
    find: (): Promise<SettingsRecord | null> =>
      firstOrNull(queries.selectFrom('settings').selectAll().where('id', '=', 1)),
  }
}

/** The same with what administrative work asks by the Prisma client. */
export function adminSettings(db: Db, queries: Queries) {
  const base = settings(queries)
  return {
    ...base,

    insert: (row: Omit<Prisma.SettingsCreateInput, 'id'>) =>
      db.settings.create({ data: { ...row, id: 1 } }),

    /**
     * The current row, locked against other transactions until this one ends. Writing it (the time of the last change)
     * locks it on both databases.
     */
    lock: () => db.settings.update({ where: { id: 1 }, data: { id: 1 } }),

    update: (change: Prisma.SettingsUpdateInput) =>
      db.settings.update({ where: { id: 1 }, data: change }),
  }
}
