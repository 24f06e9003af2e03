import { firstOrNull } from '../database/results.ts'
import type { Queries, Row } from '../database/tables.ts'

/** The single row of settings. */
export type SettingsRecord = Row<'settings'>

export function find(queries: Queries): Promise<SettingsRecord | null> {
  return firstOrNull(queries.selectFrom('settings').selectAll().where('id', '=', 1))
}
