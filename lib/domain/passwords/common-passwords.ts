import { singleton } from '#lib/base/concurrency/singleton.ts'
import { codePoints } from '#lib/base/text/text.ts'
import known from '../data/common-passwords.json' with { type: 'json' }
import { shownEmail } from '../email/email-form.ts'

/** The user's and the installation's data that a password may not consist of. */
export interface PasswordOwner {
  readonly email: string
  readonly appName: string
}

/** Substitutes for letters, as in `p4ssw0rd`. */
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Rows of keys, and well-known orders of characters. */
const runs = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Lists of common passwords contain no longer repetitions. */
const maxRepetitionLength = 16

/** Fewer letters than this beside a known word add no protection. */
const minOwnLetters = 3
/** Shorter words occur in good passwords by chance. */
const minWordLength = 4

/**
 * True for a password that attackers try first. It is well known, a well-known word with digits or signs around it, a
 * repeated character or short group, or a run of keys.
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase()
  const { words, exact } = lists()
  if (exact.has(folded) || isRepetition(folded) || isRun(folded)) return true
  const core = folded.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = [core, undisguised(folded), undisguised(core)]
  return candidates.some((candidate) => words.has(lettersOnly(candidate)))
}

/**
 * True for a password made of the user's own address or the application's name: fewer than three letters remain without
 * them.
 */
export function isMadeOfOwnData(password: string, { email, appName }: PasswordOwner): boolean {
  const folded = password.normalize('NFKC').toLowerCase()
  const [local = '', domain = ''] = shownEmail(email.toLowerCase()).split('@')
  const labels = domain.split('.').slice(0, -1)
  const words = [email, local, ...local.split(/[^\p{L}\p{N}]+/u), ...labels, domain, appName]
    .concat(appName.split(/\s+/), appName.replaceAll(/\s+/g, ''))
    .map((word) => word.toLowerCase())
    .filter((word) => codePoints(word) >= minWordLength)
    .toSorted((a, b) => b.length - a.length)
  return [folded, undisguised(folded)].some((text) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text)
    return rest !== text && codePoints(lettersOnly(rest)) < minOwnLetters
  })
}

function lists() {
  return singleton('common-passwords', () => ({
    words: new Set(known.words),
    exact: new Set(known.exact),
  }))
}

/** `aaaaaaaa`, `abcabcabc`, `12121212`: a group of at most four characters, repeated. */
function isRepetition(text: string): boolean {
  return codePoints(text) <= maxRepetitionLength && /^(.{1,4}?)\1+.{0,3}$/su.test(text)
}

/** True for a section of a known order, forwards or backwards. */
function isRun(text: string): boolean {
  return runs.some((run) => {
    const twice = run + run
    return twice.includes(text) || Array.from(twice).reverse().join('').includes(text)
  })
}

function undisguised(text: string): string {
  return Array.from(text, (character) => disguises[character] ?? character).join('')
}

function lettersOnly(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
}
