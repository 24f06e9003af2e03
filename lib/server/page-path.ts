import { decoded } from '#lib/kernel/url.ts'

/** Next shows it where a page fails; to whoever asks for it by its address it would be a failure, too. */
const failurePage = '/_global-error'
const noPage = '/no-such-page'
/** A part of a path that leads elsewhere (RFC 3986 section 5.2.4), escaped or not. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * The path by which a page or a file is looked for. Everybody has to go by this one: what is asked before a page of
 * the console is shown must be asked of the path that Next shows.
 *
 * - A slash at the end makes no difference, without the redirect that Next makes of it.
 * - Escapes that cannot be read are taken by the letter: Next would fail on them.
 * - With a dot segment there is nothing: Next follows it to another page, and browsers never send one.
 * @param path of the request as it was sent, without its query
 */
export function pagePath(path: string): string {
  const plain = readable(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
  return dotSegment.test(plain) || decoded(plain) === failurePage ? noPage : plain
}

function readable(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}
