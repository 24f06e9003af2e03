import { oneLine } from './one-line.ts'

/** The texts of a repeated field, each on one line, trimmed and without empty ones. */
export function textsOfList(form: FormData, name: string): readonly string[] {
  return form
    .getAll(name)
    .map((value) => (typeof value === 'string' ? oneLine(value).trim() : ''))
    .filter((value) => value !== '')
}

/** The numbers of a repeated field: ids. */
export function idsOfList(form: FormData, name: string): readonly number[] {
  return textsOfList(form, name).map(Number).filter(Number.isSafeInteger)
}

/**
 * The rows of a `ListEditor` with several fields.
 * @param fields names of all fields that a row sends
 * @param shown those that a person types; a row in which all of them are empty is left out
 */
export function rowsOfList<Name extends string>(
  form: FormData,
  fields: readonly Name[],
  shown: readonly Name[],
): readonly Readonly<Record<Name, string>>[] {
  const columns = fields.map((name) => form.getAll(name))
  const count = Math.max(0, ...columns.map((values) => values.length))
  const rows = Array.from({ length: count }, (_, row) => {
    const text = (column: number) => oneLine(String(columns[column]?.[row] ?? '')).trim()
    const pairs = fields.map((name, column) => [name, text(column)])
    return Object.fromEntries(pairs) as Record<Name, string>
  })
  return rows.filter((row) => shown.some((name) => row[name] !== ''))
}

/**
 * The list as the page showed it, which goes to the API as `expected…`; null when a form came without
 * a readable one, so that the API compares nothing.
 */
export function expectedOfList<Entry>(form: FormData): Entry[] | null {
  const sent = form.get('expected')
  try {
    const list: unknown = JSON.parse(typeof sent === 'string' ? sent : '')
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}
