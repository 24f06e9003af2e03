/**
 * Reads a header that lists what a client accepts, with weights (RFC 9110 §12.4.2).
 * @param header as sent; empty when there is none
 * @returns the names by falling weight; equal weights keep their order, weight 0 refuses a name
 */
export function acceptedNames(header: string): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
      return { name, weight: weightOf(parameters) }
    })
    .filter(({ name, weight }) => name !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ name }) => name)
}

/** A malformed weight counts as none given, which is 1. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
  return weight !== undefined && /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 1
}
