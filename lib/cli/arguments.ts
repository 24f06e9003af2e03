import { parseArgs } from 'node:util'
import { messageOf } from '#lib/base/errors/errors.ts'

export interface Option {
  /** Name of the value in the help; absent for a switch. */
  readonly value?: string
  /** Allows the option more than once; otherwise a repeated option with a value is refused. */
  readonly multiple?: true
  readonly text: string
}

export type Options = Readonly<Record<string, Option>>

/** The given options: a list for a repeatable one, undefined for an omitted one. */
export type Values<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { readonly value: string }
    ? O[K] extends { readonly multiple: true }
      ? readonly string[]
      : string | undefined
    : boolean
}

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Reads the arguments of a command.
 * @param operands names of the positional arguments; a name in square brackets is optional
 * @throws UsageError for an unknown option, a missing value, a repeated option that takes one value, and too many
 *   or too few operands
 */
export function readArguments<O extends Options>(
  argv: readonly string[],
  options: O,
  operands: readonly string[],
): { readonly values: Values<O>; readonly operands: readonly string[] } {
  const { values, positionals } = parse(argv, options)
  const excess = positionals[operands.length]
  if (excess !== undefined) throw new UsageError(`Unexpected argument '${excess}'.`)
  const missing = operands.find((name, i) => !name.startsWith('[') && !positionals[i])
  if (missing) throw new UsageError(`Missing argument ${missing}.`)
  const complete = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, givenValue(name, option, values[name])]),
  )
  return {
    values: complete as Values<O>,
    operands: operands.map((_, i) => positionals[i] ?? ''),
  }
}

/**
 * Returns the value of a mandatory option.
 * @throws UsageError when it is missing or blank
 */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '') {
    throw new UsageError(`The option --${option} is required.`)
  }
  return value
}

/**
 * Checks an option against its allowed values.
 * @throws UsageError for any other value
 */
export function oneOf<const W extends string>(
  value: string,
  words: readonly W[],
  option: string,
): W {
  const found = words.find((word) => word === value)
  if (found === undefined) {
    throw new UsageError(`The option --${option} must be one of: ${words.join(', ')}.`)
  }
  return found
}

/** @param given a list for an option that takes a value */
function givenValue(name: string, { value, multiple }: Option, given: unknown) {
  if (!value) return given ?? false
  const list = Array.isArray(given) ? given : []
  if (multiple) return list
  // Otherwise the last one would silently win.
  if (list.length > 1) throw new UsageError(`The option --${name} can be used only once.`)
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

/** The first sentence of Node's own message; the rest is not needed. */
function sentenceOf(error: unknown): string {
  const message = messageOf(error)
  const option = /^Option '(--[\w-]+)' argument is ambiguous/.exec(message)?.[1]
  if (option) {
    return `Write a value that begins with a hyphen after an equals sign: ${option}=….`
  }
  return `${message.split(/\.(?:\s|$)|\n/, 1)[0]}.`
}
