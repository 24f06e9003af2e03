import { domainToASCII, domainToUnicode } from 'node:url'
import { withoutInvisible } from '#lib/base/text/typed.ts'

// The configuration imports this file, so it must have no side effects.

/** RFC 5322 section 3.2.3: a dot-atom of ASCII characters. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i
/** Letters, or the `xn--` form of another script. Digits alone would be an IP address. */
const topLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]*[a-z0-9])$/i
/** Characters that the URL parser would take for the end of a domain, an escape or a port. */
const noDomain = /[\0-\x2c/:-@[-`{-\x7f]|(?:^|[.\u3002])-|-(?:$|[.\u3002])/

/**
 * Labels that cannot be confused with others: Latin letters without their lookalikes, or scripts that share no shapes.
 */
const plainLabels = [
  /^[a-z0-9ß-öø-ÿĀ-İĲ-ſƠơƯưȘ-țḀ-ỿ-]+$/,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9-]+$/u,
  /^[\p{Script=Hangul}\p{Script=Han}0-9-]+$/u,
  /^[\p{Script=Arabic}\p{M}0-9-]+$/u,
  /^[\p{Script=Hebrew}\p{M}0-9-]+$/u,
  /^[\p{Script=Devanagari}0-9-]+$/u,
  /^[\p{Script=Thai}0-9-]+$/u,
]
/** Scripts with letters that look Latin: shown only where the whole domain is written in the script. */
const lookalikes = [/^[\p{Script=Cyrillic}0-9-]+$/u, /^[\p{Script=Greek}0-9-]+$/u]

/**
 * Normalizes an address for comparison and storage: lower case, without surrounding white space and invisible
 * characters. Full-width characters become ASCII, and a Unicode domain takes its `xn--` form (UTS #46). Text that is no
 * address is returned as it is, for `hasEmailForm` to refuse.
 */
export function normalizeEmail(typed: string): string {
  const address = withoutInvisible(typed).replaceAll(/[\uff01-\uff5e]/g, narrow)
  const at = address.lastIndexOf('@')
  const local = address
    .slice(0, Math.max(at, 0))
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return at < 0 ? address.toLowerCase() : `${local}@${asciiDomain(address.slice(at + 1))}`
}

/** True for a possible email address of any length: a dot-atom, `@`, and a domain of at least two labels. */
export function hasEmailForm(email: string): boolean {
  const [local = '', domain = '', ...more] = email.split('@')
  const labels = domain.split('.')
  return (
    more.length === 0 &&
    localPart.test(local) &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    topLabel.test(labels.at(-1) ?? '')
  )
}

/**
 * Formats an address for display: its domain in Unicode, unless the domain could be taken for another one.
 * @param email normalized
 */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (at < 0 || !domain.includes('xn--')) return email
  const unicode = domainToUnicode(domain)
  return isPlain(unicode) && domainToASCII(unicode) === domain
    ? `${email.slice(0, at)}@${unicode}`
    : email
}

function narrow(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) - 0xfee0)
}

/** ASCII is left alone, because the URL parser would read numbers as IP addresses. */
function asciiDomain(domain: string): string {
  const isAscii = /^[\0-\x7f]*$/.test(domain)
  return (isAscii || noDomain.test(domain) ? '' : domainToASCII(domain)) || domain.toLowerCase()
}

function isPlain(domain: string): boolean {
  const labels = domain.split('.')
  if (labels.some((part) => part.startsWith('xn--'))) return false
  if (labels.every((part) => plainLabels.some((plain) => plain.test(part)))) return true
  return lookalikes.some((script) => labels.every((part) => script.test(part)))
}
