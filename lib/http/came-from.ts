import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Config } from '#lib/config/config.ts'

/** Longer addresses are refused: no page of ours has one. */
const maxLength = 8_000

/** These only receive forms. */
const noPages = /^\/(?:console\/|language$|theme$|list-view$|keys$)/

/**
 * The page of ours that a form came from, to go back to. Browsers name it to their own origin only
 * (`Referrer-Policy: same-origin`).
 * @returns the start page when the browser does not say, or names another site's page
 */
export function cameFrom({ referer = '' }: Pick<Incoming, 'referer'>, config: Config): URL {
  const { baseUrl, adminConsoleUrl } = config
  const start = new URL('/', baseUrl)
  if (referer.length > maxLength || !URL.canParse(referer)) return start
  const page = new URL(referer)
  const isOurs = [baseUrl, adminConsoleUrl].some((url) => new URL(url).origin === page.origin)
  return isOurs && !noPages.test(page.pathname) ? page : start
}
