import { fieldName } from './names.ts'

/** A column of a result, and how its values are read. */
export interface ResultColumn {
  /** As the statement names it: `column`, or `table.column` in a join (`joinedTable`). */
  readonly name: string
  readonly read: (value: unknown) => unknown
}

type Values = Readonly<Record<string, unknown>>

/** Makes objects of a statement's rows. A row of a join has an object for each table. */
export function rowReader(columns: readonly ResultColumn[]): (row: readonly unknown[]) => Values {
  const groups = Map.groupBy(
    columns.map(({ name, read }, index) => ({ ...namesOf(name), read, index })),
    ({ table }) => table,
  )
  const own = groups.get(null) ?? []
  const joined = [...groups].filter(([table]) => table !== null) as [string, Place[]][]
  return (row) => {
    const object = readInto({}, own, row)
    for (const [table, places] of joined) object[table] = readInto({}, places, row)
    return object
  }
}

interface Place {
  readonly table: string | null
  readonly field: string
  readonly index: number
  readonly read: (value: unknown) => unknown
}

function readInto(
  object: Record<string, unknown>,
  places: readonly Place[],
  row: readonly unknown[],
): Record<string, unknown> {
  for (let i = 0; i < places.length; i++) {
    const { field, index, read } = places[i] as Place
    object[field] = read(row[index])
  }
  return object
}

function namesOf(name: string): { table: string | null; field: string } {
  const [table, column] = name.split('.') as [string, string?]
  return column === undefined
    ? { table: null, field: fieldName(table) }
    : { table: fieldName(table), field: fieldName(column) }
}
