import { occursMoreThan } from './text.ts'

/** Parameters of a query string or a form body, as sent. */
export interface Parameters {
  /** The first value; undefined when absent or empty (RFC 6749 section 3.1). */
  value(name: string): string | undefined
  /** True when the parameter was sent, even empty. */
  present(name: string): boolean
  /** The first value; '' when sent empty, undefined when absent. */
  sent(name: string): string | undefined
  /** Every value that is not empty, in order. */
  all(name: string): readonly string[]
  /** Names sent more than once, in order of their first repetition. */
  readonly repeated: readonly string[]
  readonly names: readonly string[]
}

/** Legitimate requests have a few dozen parameters. Each one costs time before the caller is authenticated. */
const maxPairs = 1_000

/**
 * Parses `application/x-www-form-urlencoded` text.
 * @returns null for malformed text: a `%` without two hex digits, escapes that are not UTF-8 (their value could not be
 *   sent back unchanged), a NUL character (the database cannot store it), or more than 1,000 pairs
 */
export function parseParameters(text: string): Parameters | null {
  if (text === '') return noParameters
  if (occursMoreThan(maxPairs - 1, text, '&') || !isReadable(text)) return null
  const values = new Map<string, string[]>()
  const repeated = new Set<string>()
  // The leading `&` keeps `URLSearchParams` from removing a `?` at the start, which belongs to the first name.
  for (const [name, value] of new URLSearchParams(`&${text}`)) {
    const before = values.get(name)
    if (before) repeated.add(name)
    if (before) before.push(value)
    else values.set(name, [value])
  }
  return { ...reading(values), repeated: [...repeated] }
}

/**
 * Parameters with these values, each sent once.
 * @param lists further ones with all their values
 */
export function parametersOf(
  values: Readonly<Record<string, string>>,
  lists: Readonly<Record<string, readonly string[]>> = {},
): Parameters {
  const sent = Object.entries(values).map(([name, value]) => [name, [value]] as const)
  return { ...reading(new Map([...sent, ...Object.entries(lists)])), repeated: [] }
}

/** Other parameters with this one sent once. */
export function withParameter(others: Parameters, name: string, value: string): Parameters {
  const repeated = others.repeated.filter((other) => other !== name)
  const own = parametersOf({ [name]: value })
  const pick = (asked: string) => (asked === name ? own : others)
  return {
    value: (asked) => pick(asked).value(asked),
    present: (asked) => pick(asked).present(asked),
    sent: (asked) => pick(asked).sent(asked),
    all: (asked) => pick(asked).all(asked),
    repeated,
    names: [...new Set([...others.names, name])],
  }
}

function reading(values: ReadonlyMap<string, readonly string[]>): Omit<Parameters, 'repeated'> {
  const first = (name: string) => values.get(name)?.[0]
  return {
    value: (name) => first(name) || undefined,
    present: (name) => values.has(name),
    sent: first,
    all: (name) => (values.get(name) ?? []).filter((value) => value !== ''),
    names: [...values.keys()],
  }
}

function isReadable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

export const noParameters: Parameters = {
  value: () => undefined,
  present: () => false,
  sent: () => undefined,
  all: () => [],
  repeated: [],
  names: [],
}
