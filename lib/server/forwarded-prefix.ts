import type { IncomingMessage } from 'node:http'
import { forwardedPrefixMark, hasForwardedPrefix } from '#lib/base/network/forwarded-prefix.ts'
import type { Runtime } from '#lib/runtime.ts'

/**
 * Makes a function that looks at the requests of trusted proxies. The first one that lost a part of its path is warned
 * of, once for a process, and noted for `doctor`.
 */
export function watchForwardedPrefix({ log, store }: Runtime): (req: IncomingMessage) => void {
  let isTold = false
  return ({ headers }) => {
    const get = (name: string) => headers[name]?.toString() ?? null
    if (isTold || !hasForwardedPrefix({ get })) return
    isTold = true
    log.warn(
      'A proxy sends X-Forwarded-Prefix: it serves this server below a path, so links, cookies and redirects miss that part. Give the server a host name of its own.',
    )
    store.marks.note(forwardedPrefixMark, new Date()).catch((err: unknown) => {
      log.warn({ err }, 'cannot note for doctor that a proxy sends X-Forwarded-Prefix')
    })
  }
}
