/** A catalog's texts by dotted key. */
export function flatten(messages: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...flatten(value, `${prefix}${name}.`)]
        : [[`${prefix}${name}`, String(value)] as const],
    ),
  )
}
