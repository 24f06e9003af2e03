import { withNotice } from '#app/_ui/feedback/notices.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { noStore, type Outcome } from '#lib/answers/outcome.ts'
import { type CsvCell, csvHead, csvRow } from '#lib/base/text/csv.ts'
import type { DownloadRequest } from '#lib/http/download.ts'
import { adminDownload, redirectTo, unreadableFilter } from './admin-download.ts'
import {
  addressWith,
  type ListAddress,
  type ListDefinition,
  listParameters,
  readListAddress,
} from './list-address.ts'
import { readListChoice } from './list-choice.ts'

/** The largest export. */
export const maxRows = 50_000
/** Rows read at a time. */
const batch = 200

/** A column of an export. */
export interface ExportColumn<Row> {
  /** The field's name in the API. */
  readonly field: string
  /** The list's column that it belongs to; absent: always exported. */
  readonly column?: string
  readonly value: (row: Row) => CsvCell
}

interface ExportOf<Row> {
  readonly definition: ListDefinition
  /** The first columns, with the id among them. */
  readonly columns: readonly ExportColumn<Row>[]
  /** The ids of every entry that the list has, in its order, and their number. */
  readonly idsOf: (
    api: Api,
    address: ListAddress,
    now: Date,
  ) => Promise<{ readonly ids?: readonly number[] | undefined; readonly total: number }>
  /** The entries with these ids that still exist, in any order. */
  readonly read: (api: Api, ids: readonly number[]) => Promise<readonly Row[]>
}

/**
 * Makes the functions of a list's export: all entries of the list's address, or only the ticked ones (`id`), in the
 * order of the list and with the columns that the visitor sees. The ids are read at once, so that entries which are
 * created or deleted meanwhile cause no gaps and no repetitions.
 */
export function exportRoute<Row extends { readonly id: number }>(list: ExportOf<Row>) {
  return adminDownload(list.definition.path, async (api, ctx, request) => {
    const address = readListAddress(list.definition, valuesOf(request.query))
    if (!address.isReadable) return unreadableFilter
    return fileOf(list, request, address, api, ctx.now)
  })
}

async function fileOf<Row extends { readonly id: number }>(
  { definition, columns, idsOf, read }: ExportOf<Row>,
  request: DownloadRequest,
  address: ListAddress,
  api: Api,
  now: Date,
): Promise<Outcome> {
  const found = await idsOf(api, address, now)
  if (found.total > maxRows) {
    const list = addressWith(definition.path, listParameters(definition, { ...address, page: 1 }))
    return redirectTo(withNotice(list, 'export_too_large'))
  }
  // A visitor who may only export sends the form of the list here: with all rows chosen, those of the page are ticked too.
  const ticked = new Set(request.query.has('all') ? [] : request.query.getAll('id').map(Number))
  const ids = (found.ids ?? []).filter((id) => ticked.size === 0 || ticked.has(id))
  const choice = readListChoice(request.listChoice(definition.name)).columns
  const { hidden = [] } = definition
  const shown = columns.filter(
    ({ column }) => column === undefined || (choice?.includes(column) ?? !hidden.includes(column)),
  )
  return csvOf({ name: definition.name, columns: shown, ids, read: (some) => read(api, some) }, now)
}

interface CsvOf<Row> {
  /** The beginning of the file's name. */
  readonly name: string
  readonly columns: readonly ExportColumn<Row>[]
  readonly ids: readonly number[]
  /** The entries with these ids that still exist, in any order. */
  readonly read: (ids: readonly number[]) => Promise<readonly Row[]>
}

/** A CSV file of entries in the order of their ids. */
export async function csvOf<Row extends { readonly id: number }>(
  { name, columns, ids, read }: CsvOf<Row>,
  now: Date,
): Promise<Outcome> {
  const parts = [csvHead(columns.map(({ field }) => field))]
  for (let start = 0; start < ids.length; start += batch) {
    const wanted = ids.slice(start, start + batch)
    const byId = new Map((await read(wanted)).map((row) => [row.id, row]))
    for (const row of wanted.flatMap((id) => byId.get(id) ?? [])) {
      parts.push(csvRow(columns.map(({ value }) => value(row))))
    }
  }
  const fileName = `${name}-${now.toISOString().slice(0, 10)}.csv`
  return {
    kind: 'file',
    status: 200,
    contentType: 'text/csv; charset=utf-8',
    body: new TextEncoder().encode(parts.join('')),
    headers: { ...noStore, 'Content-Disposition': `attachment; filename="${fileName}"` },
  }
}

/** As Next gives the query to a page. */
export function valuesOf(query: URLSearchParams): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {}
  for (const name of query.keys()) {
    const all = query.getAll(name)
    values[name] = all.length > 1 ? all : (all[0] ?? '')
  }
  return values
}

/** A time of the API, for a cell. */
export function timeCell(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null
}
