/** In characters. Browsers send far less, even after the 256 characters of a request's `ui_locales` are prepended. */
const maxHeaderLength = 1_024

/**
 * Parses a header that lists what a client accepts, with weights (RFC 9110 section 12.4.2).
 * @param header as sent, empty when absent; only the first 1,024 characters are read
 * @returns the names by descending weight, equal weights in their order. Names of weight 0 and entries with a malformed
 *   weight are left out
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

/** Drops the entry that the limit would cut: the missing part could be the weight that refuses it. */
function beginning(header: string): string {
  if (header.length <= maxHeaderLength) return header
  return header.slice(0, Math.max(0, header.lastIndexOf(',', maxHeaderLength)))
}

/** Returns 1 without a weight, and 0 for anything but a number from 0 to 1. More than three digits are accepted. */
function weightOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => /^q\s*=/i.test(parameter))
  const weight = text === undefined ? 1 : Number(text.slice(text.indexOf('=') + 1))
  return weight >= 0 && weight <= 1 ? weight : 0
}
