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
import { valuesOf } from './export-route.ts'

/** A record to which an act was not done. */
export interface BulkFailure extends BulkRecord {
  readonly reason: string
}

/** Failures that the answer names; the others are counted. */
const mostTold = 200

type RefusalsOf = (t: Texts, settings: { readonly maxPicture: string }) => Refusals

/**
 * Makes a route file's functions with an act on several records: those that the page asked about, found again by the
 * same search.
 * @param refusalsOf words for what the API refuses
 */
export function bulkRoute(list: BulkList, refusalsOf: RefusalsOf) {
  return submitRoute(async ({ api, form, query, t }) => {
    const act = bulkActOf(list, query.get('act'))
    const asked = readSelection(list.definition, valuesOf(query))
    if (!act || !asked) throw new FormRefusal('', t('lists.bulk.nobody_hint'))
    const selected = await selectedOf(list, api, agreed(asked, form))
    const problem = problemText(t, selected)
    if (problem) throw new FormRefusal('', problem)
    const { ids } = selected
    checkNumber(t, act, form, ids.length)
    const failures = await doToEach(ids, (id) => list.act(api, act, id, form))
    const done = ids.length - failures.size
    const { texts = {} } = refusalsOf(t, { maxPicture: '' })
    return {
      message: t(`lists.bulk.done.${act}`, { done, count: ids.length }),
      shown: await told(list, api, t, { failures, texts }),
    }
  }, refusalsOf)
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
  { describe }: BulkList,
  api: Api,
  t: Texts,
  { failures, texts }: Failed,
): Promise<readonly BulkFailure[]> {
  if (failures.size === 0) return []
  const ids = [...failures.keys()].slice(0, mostTold)
  const records = new Map((await describe(api, ids)).map((record) => [record.id, record]))
  return ids.map((id) => {
    const error = failures.get(id)
    const code = error instanceof ApiError ? error.code : ''
    const record = records.get(id) ?? { id, name: String(id), href: '' }
    return { ...record, reason: texts[code] ?? t('console.failed') }
  })
}
