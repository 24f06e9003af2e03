import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, RowChange } from '../database/tables.ts'
import type { SettingsRecord } from './settings.ts'

export function insert(
  { db }: AdminSource,
  row: Omit<NewRecord<'settings'>, 'id'>,
): Promise<SettingsRecord> {
  return db.settings.create({ data: { ...row, id: 1 } })
}

/**
 * The current row, locked against other transactions until this one ends. Writing it (the time of the last change)
 * locks it on both databases.
 */
export function lock({ db }: AdminSource): Promise<SettingsRecord> {
  return db.settings.update({ where: { id: 1 }, data: { id: 1 } })
}

export function update(
  { db }: AdminSource,
  change: RowChange<'settings'>,
): Promise<SettingsRecord> {
  return db.settings.update({ where: { id: 1 }, data: change })
}
