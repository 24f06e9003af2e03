import { type ListAddress, type ListDefinition, readListAddress } from './list-address.ts'

/** The most records that one act changes. */
export const maxBulk = 1_000

/** The records of a bulk act: the ticked ones, or all of a list as the visitor saw it. */
export type BulkSelection =
  | { readonly kind: 'ticked'; readonly ids: readonly number[] }
  | {
      readonly kind: 'all'
      readonly address: ListAddress
      /** The number of entries that the visitor saw. */
      readonly total: number
      /** When the visitor saw them: entries created later are left out. */
      readonly before: string
    }

type Values = Readonly<Record<string, string | string[] | undefined>>

/**
 * Reads the selected records.
 * @returns null for a list that cannot be read, or for no record: neither ever means all records
 */
export function readSelection(definition: ListDefinition, values: Values): BulkSelection | null {
  const { isReadable, ...address } = readListAddress(definition, values)
  if (!isReadable) return null
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '')
  if (values.all === undefined) {
    const ids = [values.id ?? []].flat()
    if (ids.length === 0 || ids.length > maxBulk || !ids.every(isId)) return null
    return { kind: 'ticked', ids: [...new Set(ids.map(Number))] }
  }
  const before = text('before')
  if (text('all') !== 'true' || !isId(text('total'))) return null
  if (before.length > 40 || Number.isNaN(Date.parse(before))) return null
  return { kind: 'all', address, total: Number(text('total')), before }
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

/** Several records changed at a time, each on its own. */
const atOnce = 4

interface InOrder {
  readonly ids: readonly number[]
  /** Of the ids: changed once all others are. */
  readonly last?: number | undefined
}

/**
 * Changes each record.
 * @param act changes one record; its error is that record's failure
 * @returns the failures by id
 */
export async function doToEach(
  { ids, last }: InOrder,
  act: (id: number) => Promise<unknown>,
): Promise<ReadonlyMap<number, unknown>> {
  const failures = new Map<number, unknown>()
  const [others, own] = [ids.filter((id) => id !== last), ids.filter((id) => id === last)]
  for (const some of [others, own]) await doAtOnce(some, act, failures)
  return failures
}

async function doAtOnce(
  ids: readonly number[],
  act: (id: number) => Promise<unknown>,
  failures: Map<number, unknown>,
): Promise<void> {
  const waiting = [...ids]
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const current = id
      await act(current).catch((error: unknown) => failures.set(current, error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work))
}
