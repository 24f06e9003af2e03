import type { HeaderSource } from './ip.ts'

/** The mark of the last start in which a proxy was seen that removes a part of the path. */
export const forwardedPrefixMark = 'forwarded_prefix'

/** Whether a proxy says that it has removed a part of the path, which the addresses of the server then lack. */
export function hasForwardedPrefix(headers: HeaderSource): boolean {
  return !['', '/'].includes(headers.get('x-forwarded-prefix')?.trim() ?? '')
}
