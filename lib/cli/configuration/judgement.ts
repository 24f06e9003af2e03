import { Refusal } from '#lib/kernel/errors.ts'
import { randomUuid } from '#lib/kernel/random.ts'
import { describeRefusal } from '../refusals.ts'

/**
 * What is said of one record of a file. Rules throw at the first thing that they refuse: here the parts of a
 * record are put to them one by one, so that everything is told at once.
 */
export class Judgement {
  readonly #problems = new Set<string>()
  readonly #remarks: string[] = []

  /** What was refused: the record must not stay as it was made. */
  get problems(): ReadonlySet<string> {
    return this.#problems
  }

  /** What the file says and nothing comes of, although it is no problem. */
  get remarks(): readonly string[] {
    return this.#remarks
  }

  /** Notes a problem. */
  refuse(sentence: string): void {
    this.#problems.add(sentence)
  }

  /** Notes what is no problem. */
  remark(sentence: string): void {
    this.#remarks.push(sentence)
  }

  /**
   * Does a part of the work.
   * @param place of it in the record, such as `attributes[0].key`; left out for the record itself
   * @returns null when a rule refused
   */
  async part<T>(work: () => T | Promise<T>, place = ''): Promise<T | null> {
    const answer = await answerOf(work)
    if ('value' in answer) return answer.value
    this.refuse(placed(place, answer.refusal))
    return null
  }

  /**
   * Puts fields to their rule: together and, where it refuses them, each by itself too.
   * @param harmless a value of each field that may be refused, which the rule takes beside any other
   * @returns what the rule returns; null when it refused
   */
  async fields<T extends object, R>(
    values: T,
    harmless: Partial<T>,
    rule: (values: T) => R | Promise<R>,
  ): Promise<R | null> {
    const answer = await answerOf(() => rule(values))
    if ('value' in answer) return answer.value
    this.refuse(answer.refusal)
    for (const name of Object.keys(harmless) as (keyof T)[]) {
      await this.part(() => rule({ ...values, ...harmless, [name]: values[name] }))
    }
    return null
  }

  /**
   * Puts a list to its rule: as a whole and, where it refuses that, each entry by itself too.
   * @param name of the list, for the places of entries
   * @returns what the rule returns; null when it refused
   */
  async list<E, R>(
    name: string,
    entries: readonly E[],
    rule: (entries: readonly E[]) => R | Promise<R>,
  ): Promise<R | null> {
    const answer = await answerOf(() => rule(entries))
    if ('value' in answer) return answer.value
    let isOfEntry = false
    for (const [index, entry] of entries.entries()) {
      const one = await answerOf(() => rule([entry]))
      if ('value' in one) continue
      this.refuse(placed(`${name}[${index}]`, one.refusal))
      isOfEntry ||= one.refusal === answer.refusal
    }
    if (!isOfEntry) this.refuse(answer.refusal)
    return null
  }
}

/** An identifier that the rules take and no record has. */
export function unusedIdentifier(): string {
  return `x${randomUuid().replaceAll('-', '')}`
}

/** What work returned, or the sentence of the rule that refused it. */
async function answerOf<T>(
  work: () => T | Promise<T>,
): Promise<{ readonly value: T } | { readonly refusal: string }> {
  try {
    return { value: await work() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: describeRefusal(error) }
  }
}

function placed(place: string, sentence: string): string {
  return place === '' ? sentence : `${place}: ${sentence}`
}
