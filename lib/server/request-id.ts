import type { IncomingMessage } from 'node:http'
import { orderedUuid } from '#lib/base/crypto/random.ts'
import { requestTarget } from './node-adapter.ts'

/** In bytes, for callers of the APIs. */
const maxLength = 128
/** Ids accepted from a trusted proxy outside the APIs. */
const usableId = /^[A-Za-z0-9._-]{1,64}$/

/**
 * The request's id in logs and answers. The APIs accept any caller's id, without unprintable characters and cut at 128
 * bytes. Other paths accept only a trusted proxy's id of one form, because the browsers of strangers call them.
 */
export function requestIdOf(req: IncomingMessage, trusted: boolean): string {
  const inbound = String(req.headers['x-request-id'] ?? '')
  if (requestTarget(req).startsWith('/api/')) {
    const own = inbound
      .replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, maxLength)
      .trim()
    return own || orderedUuid(Date.now())
  }
  return trusted && usableId.test(inbound) ? inbound : orderedUuid(Date.now())
}
