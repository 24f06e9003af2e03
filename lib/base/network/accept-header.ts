import Negotiator from 'negotiator'

/** In characters. Browsers send far less, even after the 256 characters of a request's `ui_locales` are prepended. */
const maxHeaderLength = 1_024

/**
 * Parses `Accept-Language` (RFC 9110 section 12.5.4).
 * @param header as sent, empty when absent; only the first 1,024 characters are read
 * @returns the tags by descending weight, without those of weight 0
 */
export function acceptedLanguages(header: string): string[] {
  return new Negotiator({ headers: { 'accept-language': beginning(header) } }).languages()
}

/**
 * Parses `Accept-Encoding` (RFC 9110 section 12.5.3).
 * @param header as in `acceptedLanguages`
 * @returns the codings by descending weight, without those of weight 0
 */
export function acceptedEncodings(header: string): string[] {
  return new Negotiator({ headers: { 'accept-encoding': beginning(header) } }).encodings()
}

/** Drops the entry that the limit would cut: the missing part could be the weight that refuses it. */
function beginning(header: string): string {
  if (header.length <= maxHeaderLength) return header
  return header.slice(0, Math.max(0, header.lastIndexOf(',', maxHeaderLength)))
}
