import type {
  ColumnType,
  CompiledQuery,
  Insertable,
  Kysely,
  RawBuilder,
  Selectable,
  Updateable,
} from 'kysely'
import type { DB } from '../generated/kysely.ts'
import type { RenamedColumns, RenamedTables } from './names.ts'

type Renamed<Name, Names> = Name extends keyof Names ? Names[Name] : Name

/**
 * Every table with its columns, from `schema.prisma`. The program supplies the times of a row: SQLite's own default
 * would be text in another format, which does not sort with the others.
 */
export type Tables = {
  [T in keyof DB as Renamed<T, RenamedTables>]: {
    [C in keyof DB[T] as Renamed<C, RenamedColumns>]: C extends 'createdAt'
      ? ColumnType<Date, Date, never>
      : DB[T][C]
  }
}

/** The query builder over the database or one of its transactions. */
export type Queries = Kysely<Tables>

/** A part of a statement that is written by hand. */
export type Sql = RawBuilder<unknown>

/**
 * True for a statement that is written by hand. Its text varies with its lists and conditions, and its best plan with its
 * values, so connections do not keep it prepared.
 */
export function isHandWritten({ query }: CompiledQuery): boolean {
  return query.kind === 'RawNode'
}

/** A row as it is read. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
/** A row to insert. */
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
/** Columns to change. */
export type RowChange<T extends keyof Tables> = Updateable<Tables[T]>
/** A row to insert by the Prisma client, which fills in what is absent: its id and its times. */
export type NewRecord<T extends keyof Tables> = Omit<NewRow<T>, 'createdAt' | 'updatedAt'> & {
  readonly createdAt?: Date
  readonly updatedAt?: Date
}
