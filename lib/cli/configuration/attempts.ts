import { Refusal } from '#lib/kernel/errors.ts'
import { describeRefusal } from '../refusals.ts'

/**
 * Does a part of the work on a record. What a rule refuses is noted, so that the other parts are still judged;
 * whatever was written is not to stay then.
 * @param place of the part in the record, such as `attributes[0]`; left out for the record itself
 * @returns null when a rule refused
 */
export type Attempt = <T>(work: () => T | Promise<T>, place?: string) => Promise<T | null>

/**
 * Makes the attempts of one record.
 * @param problems gets a sentence for each refusal
 * @param record its place in the file, with which the sentences begin
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
 * Puts a list to its rule: as a whole and, where that is refused, each entry by itself, then those that fit
 * together.
 * @param name of the list, for the places of entries
 * @returns what the rule returns of the whole list; null when it refused
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
