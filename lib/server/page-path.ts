import { decoded } from '#lib/base/network/url.ts'

/** Next's page for failures. Requested directly, it would itself count as a failure. */
const failurePage = '/_global-error'
/** Pages of endpoints' answers: only `lib/server/view-renderer.ts` opens them. */
const viewPages = /^\/views(?:\/|$)/
const noPage = '/no-such-page'
/** A path segment that leads elsewhere (RFC 3986 section 5.2.4), escaped or not. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * The path of a page or a file. Every check must use this path: access to a console page must be checked on the path
 * that Next renders.
 *
 * - A trailing slash is ignored, without Next's redirect.
 * - Malformed escapes are taken literally, because Next would fail on them.
 * - A path with a dot segment has no page: Next would resolve it to another page, and browsers never send one.
 * @param path of the request as sent, without its query
 */
export function pagePath(path: string): string {
  const plain = readable(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
  const read = decoded(plain)
  const isHidden = dotSegment.test(plain) || read === failurePage || viewPages.test(read)
  return isHidden ? noPage : plain
}

function readable(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}
