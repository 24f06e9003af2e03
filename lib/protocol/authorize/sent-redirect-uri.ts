import { cutCodePoints } from '#lib/kernel/text.ts'

const maxShown = 512

/**
 * A redirect URI as it was sent, to be read by developers: characters that cannot be seen, or change the direction of the
 * text, stand as their numbers, and of a long one only the beginning is left.
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
 * The same for the log: without user information and fragment, and of the query the names alone. Anybody may put anything
 * into the values.
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
