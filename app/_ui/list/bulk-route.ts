import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { type Refusals, submitRoute, type Texts } from '#app/_ui/form/submit-route.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { ApiError } from '#lib/api/client.ts'
import {
  type BulkList,
  type BulkRecord,
  bulkActOf,
  checkNumber,
  problemText,
  selectedOf,
} from './bulk-list.ts'
import { type BulkSelection, doToEach, readSelection } from './bulk-selection.ts'
import {
  type ChangedRecord,
  ChangedSince,
  type ChosenAct,
  readUndo,
  type UndoFields,
  undoFields,
} from './bulk-undo.ts'
import { valuesOf } from './export-route.ts'

/** A record to which an act was not done. */
export interface BulkFailure extends BulkRecord {
  readonly reason: string
}

/** Failures that the answer names; the others are counted. */
const maxListed = 200

type RefusalsOf = (t: Texts, settings: { readonly maxPicture: string }) => Refusals

/** What the page shows of an act that was done. */
export interface BulkDone {
  readonly failures: readonly BulkFailure[]
  /** The fields of the form that takes it back; null where that is not possible. */
  readonly undo: UndoFields | null
}

/**
 * Makes a route file's functions with an act on several records. The records are those that the page asked about, found
 * again by the same search, or those of the act that an undo names.
 * @param refusalsOf words for the API's refusals
 */
export function bulkRoute(list: BulkList, refusalsOf: RefusalsOf) {
  return submitRoute(async ({ api, subject, form, query, t }) => {
    const undo = readUndo(list.opposites ?? {}, form)
    const { act, records, opposite } = undo ?? (await chosen(list, api, t, { form, query }))
    const marks = new Map(records.map(({ id, mark }) => [id, mark]))
    const changed: ChangedRecord[] = []
    const last = await list.ownId?.(api, subject)
    const failures = await doToEach({ ids: [...marks.keys()], last }, async (id) => {
      const mark = await list.act(api, { act, id, form, mark: marks.get(id) })
      if (mark !== null) changed.push({ id, mark })
    })
    const done = marks.size - failures.size
    const { texts = {} } = refusalsOf(t, { maxPicture: '' })
    const shown: BulkDone = {
      failures: await told(list, api, t, { failures, texts }),
      undo: undoFields(opposite, changed),
    }
    return { message: t(`lists.bulk.done.${act}`, { done, count: marks.size }), shown }
  }, refusalsOf)
}

interface Sent {
  readonly form: FormData
  readonly query: URLSearchParams
}

/**
 * The act and the records of the page's address.
 * @throws FormRefusal
 */
async function chosen(
  list: BulkList,
  api: Api,
  t: Texts,
  { form, query }: Sent,
): Promise<ChosenAct> {
  const act = bulkActOf(list, query.get('act'))
  const asked = readSelection(list.definition, valuesOf(query))
  if (!act || !asked) throw new FormRefusal('', t('lists.bulk.nobody_hint'))
  const selected = await selectedOf(list, api, agreed(asked, form))
  const problem = problemText(t, selected)
  if (problem) throw new FormRefusal('', problem)
  checkNumber(t, act, form, selected.ids.length)
  return { act, records: selected.ids.map((id) => ({ id })), opposite: list.opposites?.[act] }
}

/** With the number that the page last showed, to which the visitor agreed. */
function agreed(asked: BulkSelection, form: FormData): BulkSelection {
  const total = Number(form.get('total'))
  return asked.kind === 'all' && Number.isSafeInteger(total) ? { ...asked, total } : asked
}

interface Failed {
  readonly failures: ReadonlyMap<number, unknown>
  readonly texts: Readonly<Record<string, string>>
}

async function told(
  list: BulkList,
  api: Api,
  t: Texts,
  { failures, texts }: Failed,
): Promise<readonly BulkFailure[]> {
  if (failures.size === 0) return []
  const ids = [...failures.keys()].slice(0, maxListed)
  const records = await described(list, api, ids)
  return ids.map((id) => {
    const error = failures.get(id)
    const code = error instanceof ApiError ? error.code : ''
    const record = records.get(id) ?? { id, name: String(id), href: '' }
    const reason = error instanceof ChangedSince ? t('lists.bulk.changed_since') : texts[code]
    return { ...record, reason: reason ?? t('console.failed') }
  })
}

/** Empty where the API does not answer: what was not done is reported in any case. */
async function described(
  { describe }: BulkList,
  api: Api,
  ids: readonly number[],
): Promise<ReadonlyMap<number, BulkRecord>> {
  const records = await describe(api, ids).catch((error: unknown) => {
    if (error instanceof ApiError) return []
    throw error
  })
  return new Map(records.map((record) => [record.id, record]))
}
