import { cutCodePoints } from '#lib/base/text/text.ts'

const maxShown = 512

/**
 * Formats a redirect URI as sent, for developers. Characters that are invisible or change the text direction appear
 * as their code points, and long URIs are truncated.
 */
export function shownRedirectUri(sent: string): string {
  const visible = cutCodePoints(sent, maxShown + 1).replaceAll(
    /[^\P{C}]|[\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
  const cut = cutCodePoints(visible, maxShown)
  return cut === visible ? cut : `${cut}…`
}

/**
 * As `shownRedirectUri`, for the log: without user information, fragment and the values of the query, which may
 * hold any text.
 */
export function loggedRedirectUri(sent: string): string {
  const [withQuery = ''] = sent.split('#', 1)
  const [address = ''] = withQuery.split('?', 1)
  const names = withQuery
    .slice(address.length + 1)
    .split('&')
    .map((pair) => pair.split('=', 1)[0])
    .filter(Boolean)
  const plain = address.replace(/^([^/]*\/\/)[^/]*@/, '$1')
  return shownRedirectUri(names.length === 0 ? plain : `${plain}?${names.join('&')}`)
}
