import { oneLine } from './one-line.ts'

/** The texts of a repeated field, each as one line, trimmed and without empty ones. */
export function textsOfList(form: FormData, name: string): readonly string[] {
  return form
    .getAll(name)
    .map((value) => (typeof value === 'string' ? oneLine(value).trim() : ''))
    .filter((value) => value !== '')
}

/** The ids of a repeated field. */
export function idsOfList(form: FormData, name: string): readonly number[] {
  return textsOfList(form, name).map(Number).filter(Number.isSafeInteger)
}

/**
 * The rows of a `ListEditor` with several fields.
 * @param fields all fields that a row sends
 * @param shown the fields that a visitor types; a row where all of them are empty is dropped
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
 * The list as the page showed it, sent to the API as `expected…`. Null when the form holds no readable list, so that
 * the API compares nothing.
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
