/** How much of such a header is read, in characters: far more than browsers send. */
const longestHeader = 256

/**
 * Reads a header that lists what a client accepts, with weights (RFC 9110 §12.4.2).
 * @param header as sent, of which the first 256 characters count; empty when there is none
 * @returns the names by falling weight; equal weights keep their order, weight 0 refuses a name
 */
export function acceptedNames(header: string): string[] {
  return beginning(header)
    .split(',')
    .map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
      return { name, weight: weightOf(parameters) }
    })
    .filter(({ name, weight }) => name !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ name }) => name)
}

/** An entry that is cut is left out: it might lose the weight that refuses it. */
function beginning(header: string): string {
  if (header.length <= longestHeader) return header
  return header.slice(0, Math.max(0, header.lastIndexOf(',', longestHeader)))
}

/** A malformed weight counts as none given, which is 1. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
  return weight !== undefined && /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 1
}
