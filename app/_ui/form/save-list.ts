import { ApiError } from '#lib/api/client.ts'
import { FormRefusal } from './form-values.ts'
import { type ListVersions, listDifference } from './list-difference.ts'
import type { Texts } from './submit-route.ts'

/**
 * Saves a list that the API compares with the one the page read.
 * @param versions called if a concurrent save came first; null if the form does not say what the page read
 * @throws FormRefusal after a concurrent save, with what each side added and removed
 */
export async function saveList(
  t: Texts,
  save: () => Promise<unknown>,
  versions: () => Promise<ListVersions | null>,
): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONCURRENT_UPDATE') throw error
    // Names that the visitor may not read are left out.
    const found = await versions().catch(() => null)
    if (!found) throw error
    const difference = listDifference(found)
    throw new FormRefusal('', t('console.record.concurrent_update'), { difference })
  }
}

/** The versions of a list of ids, by the names of its entries. */
export function namedVersions(
  { read, mine, now }: Readonly<Record<keyof ListVersions, readonly number[]>>,
  names: ReadonlyMap<number, string>,
): ListVersions {
  const named = (ids: readonly number[]) => ids.map((id) => names.get(id) ?? String(id))
  return { read: named(read), mine: named(mine), now: named(now) }
}
