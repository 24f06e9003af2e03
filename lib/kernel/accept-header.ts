/**
 * How many characters of an `Accept…` header are read: far more than browsers send, also where the 256 of a request's
 * `ui_locales` are put in front of it.
 */
const maxHeaderLength = 1_024

/**
 * Reads a header that lists what a client accepts, with weights (RFC 9110 section 12.4.2).
 * @param header as sent, of which the first 1,024 characters count; empty when there is none
 * @returns the names by falling weight; equal weights keep their order. A weight of 0 refuses a name, and an entry
 *   whose weight is malformed is passed over: whether it is wanted at all cannot be told
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

/** An entry that would be cut is left out: what is cut off may be the weight that refuses it. */
function beginning(header: string): string {
  if (header.length <= maxHeaderLength) return header
  return header.slice(0, Math.max(0, header.lastIndexOf(',', maxHeaderLength)))
}

/** 1 where none is given, 0 for what is no number from 0 to 1; more digits than three are no reason to refuse. */
function weightOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => /^q\s*=/i.test(parameter))
  const weight = text === undefined ? 1 : Number(text.slice(text.indexOf('=') + 1))
  return weight >= 0 && weight <= 1 ? weight : 0
}
