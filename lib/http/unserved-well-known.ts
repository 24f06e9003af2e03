import { featureOff } from '#lib/protocol/feature-off.ts'
import { endpoint } from './endpoint.ts'

/**
 * Answers paths with a segment `.well-known` that nothing serves: 404 without a body, readable for scripts of any
 * origin. Client libraries try several such addresses in turn, and try the next one only after an answer that says 404:
 * a page or a redirect would end their search.
 */
export const unservedWellKnown = endpoint(
  { GET: async () => featureOff },
  { failures: 'json', cors: 'any', fromMemory: true },
)

/** The page that password managers open; Next serves it. */
const changePassword = '/.well-known/change-password'

/**
 * @param path of the request, as sent
 * @param template of its route; null without one
 */
export function isUnservedWellKnown(path: string, template: string | null): boolean {
  if (!path.includes('.well-known')) return false
  if (template?.startsWith('/.well-known/') || path.replace(/\/$/, '') === changePassword) {
    return false
  }
  return path.split('/').includes('.well-known')
}
