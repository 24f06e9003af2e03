import { Refusal } from '#lib/answers/refusal.ts'
import { describeRefusal } from '../refusals.ts'

/**
 * Runs one part of the work on a record. A refusal is recorded instead of thrown, so that the other parts are still
 * validated; the transaction must then roll back.
 * @param place of the part in the record, such as `attributes[0]`; absent for the record itself
 * @returns null when a rule refused
 */
export type Attempt = <T>(work: () => T | Promise<T>, place?: string) => Promise<T | null>

/**
 * Creates the `Attempt` of one record.
 * @param problems receives one sentence per refusal
 * @param record place of the record in the file, which begins each sentence
 */
export function attemptsOf(record: string, problems: string[]): Attempt {
  return async (work, place) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const places = place === undefined ? [record] : [record, place]
      problems.push([...places, describeRefusal(error)].join(': '))
      return null
    }
  }
}

/**
 * Validates a list as a whole. If that is refused, validates each entry, then the valid entries together, to report
 * each problem at its place.
 * @param name of the list, for the places of its entries
 * @returns the rule's result for the whole list; null when it was refused
 */
export async function attemptList<E, R>(
  attempt: Attempt,
  name: string,
  entries: readonly E[],
  rule: (entries: readonly E[]) => R | Promise<R>,
): Promise<R | null> {
  try {
    return await rule(entries)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  const fitting: E[] = []
  for (const [index, entry] of entries.entries()) {
    const one = await attempt(() => rule([entry]), `${name}[${index}]`)
    if (one !== null) fitting.push(entry)
  }
  await attempt(() => rule(fitting))
  return null
}
