const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** True for a text of the form of a UUID (RFC 9562 section 4), of whatever version, in either case. */
export function isUuid(text: string): boolean {
  return form.test(text)
}
