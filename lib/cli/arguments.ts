import { parseArgs } from 'node:util'
import { messageOf } from '#lib/kernel/errors.ts'

/** An option of a command. */
export interface Option {
  /** Name of its value for the help; absent for a switch. */
  readonly value?: string
  /** May be given more than once; any other that takes a value may not. */
  readonly multiple?: true
  readonly text: string
}

export type Options = Readonly<Record<string, Option>>

/** The options as given: a list where one may be repeated, undefined where it was left out. */
export type Values<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { readonly value: string }
    ? O[K] extends { readonly multiple: true }
      ? readonly string[]
      : string | undefined
    : boolean
}

/** The command was called in a wrong way: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Reads the arguments of a command.
 * @param operands names of those that are no options; one in square brackets may be left out
 * @throws UsageError for an unknown option, a missing value, an option given twice that takes one value, and
 *   too many or too few operands
 */
export function readArguments<O extends Options>(
  argv: readonly string[],
  options: O,
  operands: readonly string[],
): { readonly values: Values<O>; readonly operands: readonly string[] } {
  const { values, positionals } = parse(argv, options)
  const excess = positionals[operands.length]
  if (excess !== undefined) throw new UsageError(`The argument '${excess}' is one too many.`)
  const missing = operands.find((name, i) => !name.startsWith('[') && !positionals[i])
  if (missing) throw new UsageError(`The argument ${missing} is missing.`)
  const complete = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, givenValue(name, option, values[name])]),
  )
  return {
    values: complete as Values<O>,
    operands: operands.map((_, i) => positionals[i] ?? ''),
  }
}

/**
 * The value of an option that cannot be left out.
 * @throws UsageError
 */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '') {
    throw new UsageError(`The option --${option} is required.`)
  }
  return value
}

/**
 * One of the words that an option takes.
 * @throws UsageError for another word
 */
export function oneOf<const W extends string>(
  value: string,
  words: readonly W[],
  option: string,
): W {
  const found = words.find((word) => word === value)
  if (found === undefined) {
    throw new UsageError(`The option --${option} takes one of: ${words.join(', ')}.`)
  }
  return found
}

/** @param given a list for an option that takes a value */
function givenValue(name: string, { value, multiple }: Option, given: unknown) {
  if (!value) return given ?? false
  const list = Array.isArray(given) ? given : []
  if (multiple) return list
  // The last one would silently win.
  if (list.length > 1) throw new UsageError(`The option --${name} is given more than once.`)
  return list[0]
}

function parse(argv: readonly string[], options: Options) {
  const described = Object.entries(options).map(([name, { value }]) => [
    name,
    { type: value ? 'string' : 'boolean', multiple: value !== undefined },
  ])
  try {
    return parseArgs({
      args: [...argv],
      options: Object.fromEntries(described) as Record<string, { type: 'string' | 'boolean' }>,
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    throw new UsageError(sentenceOf(error))
  }
}

/** What is wrong, in a sentence: Node's own text says it first, and more than is needed after it. */
function sentenceOf(error: unknown): string {
  const message = messageOf(error)
  const option = /^Option '(--[\w-]+)' argument is ambiguous/.exec(message)?.[1]
  if (option) {
    return `A value that begins with a hyphen is written with an equals sign: ${option}=….`
  }
  return `${message.split(/\.(?:\s|$)|\n/, 1)[0]}.`
}
