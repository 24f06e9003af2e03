import { domainToASCII, domainToUnicode } from 'node:url'
import { withoutInvisible } from '#lib/kernel/typed.ts'

// The configuration reads this file, so it is pure.

/** RFC 5322 section 3.2.3: a dot-atom of ASCII characters. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i
/** Letters, or such a name in another script: an address of digits is no name. */
const topLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]*[a-z0-9])$/i
/** What the parser of addresses would take for the end of a domain, an escape or a port. */
const noDomain = /[\0-\x2c/:-@[-`{-\x7f]|(?:^|[.\u3002])-|-(?:$|[.\u3002])/

/** Labels that look like no other one: of Latin letters without their lookalikes, or of scripts that share none. */
const plainLabels = [
  /^[a-z0-9ß-öø-ÿĀ-İĲ-ſƠơƯưȘ-țḀ-ỿ-]+$/,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9-]+$/u,
  /^[\p{Script=Hangul}\p{Script=Han}0-9-]+$/u,
  /^[\p{Script=Arabic}\p{M}0-9-]+$/u,
  /^[\p{Script=Hebrew}\p{M}0-9-]+$/u,
  /^[\p{Script=Devanagari}0-9-]+$/u,
  /^[\p{Script=Thai}0-9-]+$/u,
]
/** Their letters look like Latin ones: shown only where the whole domain is of the script. */
const lookalikes = [/^[\p{Script=Cyrillic}0-9-]+$/u, /^[\p{Script=Greek}0-9-]+$/u]

/**
 * An address as it is compared and stored: in lower case, without white space around it and invisible marks in it; full-width
 * characters are ASCII's, and a domain in Unicode has its `xn--` form (UTS #46). What is no address comes back as it
 * is, for `hasEmailForm` to refuse.
 */
export function normalizeEmail(typed: string): string {
  const address = withoutInvisible(typed).replaceAll(/[\uff01-\uff5e]/g, narrow)
  const at = address.lastIndexOf('@')
  const local = address
    .slice(0, Math.max(at, 0))
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return at < 0 ? address.toLowerCase() : `${local}@${asciiDomain(address.slice(at + 1))}`
}

/** True for what can be an email address, of whatever length: a dot-atom, `@`, a domain of two labels or more. */
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
 * An address as people read it: its domain in Unicode, unless that could be taken for another domain.
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

/** ASCII stays as it is: the parser of addresses would read numbers as IP addresses. */
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
