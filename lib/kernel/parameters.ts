/** Parameters of a query string or a form body, as sent. */
export interface Parameters {
  /** The first value; undefined when the parameter is absent or empty (RFC 6749 §3.1). */
  value(name: string): string | undefined
  /** True when the parameter was sent at all, even empty. */
  present(name: string): boolean
  /** The first value, '' when sent empty, undefined when absent. */
  sent(name: string): string | undefined
  /** Names sent more than once, in the order in which their repetition appears. */
  readonly repeated: readonly string[]
  readonly names: readonly string[]
}

/**
 * Parses `application/x-www-form-urlencoded` text.
 * @returns null for text that cannot be read: a `%` without two hex digits, escapes that are not
 *   UTF-8 (their value could not be given back unchanged), or a NUL character (no stored text can
 *   hold one)
 */
export function parseParameters(text: string): Parameters | null {
  if (text === '') return noParameters
  if (!isReadable(text)) return null
  const values = new Map<string, string>()
  const repeated: string[] = []
  for (const [name, value] of new URLSearchParams(text)) {
    if (!values.has(name)) values.set(name, value)
    else if (!repeated.includes(name)) repeated.push(name)
  }
  return {
    value: (name) => values.get(name) || undefined,
    present: (name) => values.has(name),
    sent: (name) => values.get(name),
    repeated,
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

/** What a request without parameters carries. */
export const noParameters: Parameters = {
  value: () => undefined,
  present: () => false,
  sent: () => undefined,
  repeated: [],
  names: [],
}
