import { any, array, object } from 'zod/mini'

/** A stored entry of an editable list. */
export interface ListEntry {
  /** By field; a field without a column is sent as a hidden input (an id). */
  readonly values: Readonly<Record<string, string>>
  /** Read-only columns. */
  readonly fixed?: readonly string[]
  /** Cannot be removed. */
  readonly isKept?: boolean
}

/** A row of the form: the values of its fields, and the index of its stored entry. */
export interface ListRow {
  readonly [field: string]: string | number | null
  /** Null for a row that was added. */
  readonly stored: number | null
}

/** The problem with a value, given those of the other rows; undefined: it has none. */
export type EntryProblem = (
  value: string,
  column: string,
  others: readonly string[],
) => string | undefined

/** The rows of a stored list. The empty row at the end adds an entry without scripts. */
export function rowsOf(
  entries: readonly ListEntry[],
  blank: Readonly<Record<string, string>>,
): ListRow[] {
  const rows = entries.map(({ values }, stored) => ({ ...values, stored }))
  return [...rows, { ...blank, stored: null }]
}

interface ListChecks {
  readonly name: string
  readonly columns: readonly { readonly name: string }[]
  readonly entries: readonly ListEntry[]
  readonly problem: EntryProblem
}

/** The rules of a form with a list. Empty rows and read-only values have no problem. */
export function listSchema({ name, columns, entries, problem }: ListChecks) {
  return object({
    [name]: array(any()).check(({ value: rows, issues }) => {
      rows.forEach((row: ListRow, index) => {
        if (columns.every((column) => textOf(row, column.name) === '')) return
        const others = rows.filter((other) => other !== row)
        const fixed = entries[row.stored ?? -1]?.fixed ?? []
        for (const column of columns) {
          if (fixed.includes(column.name)) continue
          const text = textOf(row, column.name)
          const theirs = others.map((other) => textOf(other, column.name))
          const message = problem(text, column.name, theirs)
          if (message) {
            issues.push({ code: 'custom', input: text, path: [index, column.name], message })
          }
        }
      })
    }),
  })
}

function textOf(row: ListRow, column: string): string {
  return String(row[column] ?? '').trim()
}

/** The entries of a pasted text: one a line, without blanks around it. */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
