const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Any version (RFC 9562 section 4), in either case. */
export function isUuid(text: string): boolean {
  return form.test(text)
}
