import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import type { Texts } from '#app/_ui/form/submit-route.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { type BulkActName, bulkGrades, type DoneActName } from './bulk-acts.ts'
import { type BulkSelection, maxBulk } from './bulk-selection.ts'
import type { Opposites } from './bulk-undo.ts'
import type { ListAddress, ListDefinition } from './list-address.ts'
import type { QueryValues } from './list-query.ts'

/** A record of a bulk act, as the page names it. */
export interface BulkRecord {
  readonly id: number
  readonly name: string
  /** A second line of its name. */
  readonly note?: string
  readonly href: string
}

/** The acts on several records of a list. The page that asks and the route that acts share them. */
export interface BulkList {
  readonly definition: ListDefinition
  readonly acts: readonly BulkActName[]
  /**
   * The ids of every entry of a list that existed at a moment, by the same search as the list. Absent where only ticked
   * entries can be chosen.
   */
  readonly idsOf?: (
    api: Api,
    address: ListAddress,
    before: string,
  ) => Promise<{ readonly ids?: readonly number[] | undefined; readonly total: number }>
  /** The records with these ids that still exist. */
  readonly describe: (api: Api, ids: readonly number[]) => Promise<readonly BulkRecord[]>
  readonly opposites?: Opposites
  /** The record of the visitor's account. Acts come to it last: they may end the visitor's access. */
  readonly ownId?: (api: Api, subject: string) => Promise<number | undefined>
  /** Does an act to one record; returns the mark for its opposite, null where that has nothing to take back. */
  readonly act: (api: Api, work: BulkWork) => Promise<string | null>
}

/** An act to do to one record. */
export interface BulkWork {
  readonly act: DoneActName
  readonly id: number
  readonly form: FormData
  /** Of an undo: what the act that it takes back returned. */
  readonly mark?: string | undefined
}

/** The records of a selection, as they are now. */
export interface Selected {
  readonly ids: readonly number[]
  /** The selection has more records than the visitor saw, or than one act changes: nothing is done. */
  readonly problem: 'more' | 'too_many' | null
  readonly total: number
}

/** An act of the list by its name in an address; null for any other. */
export function bulkActOf({ acts }: BulkList, text: unknown): BulkActName | null {
  return acts.find((act) => act === text) ?? null
}

/** Finds the records of a selection. */
export async function selectedOf(
  { idsOf }: BulkList,
  api: Api,
  selection: BulkSelection,
): Promise<Selected> {
  if (selection.kind === 'ticked') {
    return { ids: selection.ids, problem: null, total: selection.ids.length }
  }
  if (!idsOf) return { ids: [], problem: 'too_many', total: selection.total }
  const { ids = [], total } = await idsOf(api, selection.address, selection.before)
  const problem = total > selection.total ? 'more' : total > maxBulk ? 'too_many' : null
  return { ids, problem, total }
}

/** The reason why nothing is done with a selection, in words; null if it can be done. */
export function problemText(t: Texts, { problem, total }: Selected): string | null {
  if (!problem) return null
  return problem === 'more'
    ? t('lists.bulk.more', { count: total })
    : t('lists.bulk.too_many', { max: maxBulk })
}

/**
 * Refuses an act that cannot be undone until the number of records is typed.
 * @throws FormRefusal
 */
export function checkNumber(t: Texts, act: BulkActName, form: FormData, count: number): void {
  if (bulkGrades[act] !== 'final') return
  if (textOfField(form, 'number').trim() === String(count)) return
  throw new FormRefusal('number', t('lists.bulk.number_mismatch'))
}

/** The address of the export of the same records. */
export function bulkExportAddress(
  { path }: ListDefinition,
  { act, id, all, total, before, ...list }: QueryValues,
): string {
  const kept = Object.entries(list).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const ticked = all ? [] : [id ?? []].flat().map((each): [string, string] => ['id', each])
  return `${path}/export?${new URLSearchParams([...kept, ...ticked])}`
}
