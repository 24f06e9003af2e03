import { rowsOfTexts } from '#app/_ui/list/rows-of-texts.ts'
import { readValues } from './merge-form.ts'
import { oneLine } from './one-line.ts'

type Row = Readonly<Record<string, string>>

/** The ids of a repeated field. */
export function idsOfList(form: FormData, name: string): number[] {
  return form
    .getAll(name)
    .map((value) => (typeof value === 'string' && value !== '' ? Number(value) : Number.NaN))
    .filter(Number.isSafeInteger)
}

/**
 * The rows of a `ListEditor`, sent as `name.0.field`: each value as one trimmed line.
 * @param shown the fields that a visitor types; a row where all of them are empty is dropped
 */
export function rowsOfList<Field extends string>(
  form: FormData,
  name: string,
  shown: readonly Field[],
): readonly (Row & Record<Field, string>)[] {
  const rows = [...rowsOfTexts(textsOf(form), name).values()]
  const blank = Object.fromEntries(shown.map((field) => [field, ''])) as Record<Field, string>
  return rows
    .map((row) => ({ ...blank, ...row }))
    .filter((row) => shown.some((field) => row[field] !== ''))
}

function textsOf(form: FormData): readonly (readonly [string, string])[] {
  return [...form].map(([name, value]) => [
    name,
    typeof value === 'string' ? oneLine(value).trim() : '',
  ])
}

/**
 * The rows of a list as the page read them, sent to the API as `expected…`. Null when the form holds no readable list,
 * so that the API compares nothing.
 */
export function rowsAsRead(
  form: FormData,
  name: string,
): readonly (Row & { readonly stored?: string | null })[] | null {
  const rows: unknown = readValues(form)[name]
  if (!Array.isArray(rows)) return null
  return rows.map((row) => (row !== null && typeof row === 'object' ? (row as Row) : {}))
}

/** As `rowsAsRead`, for a list of ids. */
export function idsAsRead(form: FormData, name: string): number[] | null {
  const ids: unknown = readValues(form)[name]
  return Array.isArray(ids) ? ids.map(Number) : null
}
