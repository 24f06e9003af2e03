import { singleton } from '#lib/kernel/singleton.ts'
import { codePoints } from '#lib/kernel/text.ts'
import known from './data/common-passwords.json' with { type: 'json' }
import { shownEmail } from './email-form.ts'

/** Whom a password is for, and where: what it may not be made of. */
export interface PasswordOwner {
  readonly email: string
  readonly appName: string
}

/** Signs that stand for letters in passwords that were only dressed up. */
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

/** Rows of keys, and the orders that everybody knows. */
const runs = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Longer repetitions stand in no list of common passwords. */
const maxRepetitionLength = 16

/** Fewer letters than these, beside a known word, protect nothing. */
const minOwnLetters = 3
/** Shorter words are found in good passwords by chance. */
const minWordLength = 4

/**
 * True for a password that everybody tries first: one of the well-known ones, a well-known word with
 * digits or signs around it, one character or a short group over and over, or a run of keys.
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
 * True for a password made of the user's own address or the application's name: without them, fewer
 * than three letters are left.
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

/** `aaaaaaaa`, `abcabcabc`, `12121212`: at most four characters, again and again. */
function isRepetition(text: string): boolean {
  return codePoints(text) <= maxRepetitionLength && /^(.{1,4}?)\1+.{0,3}$/su.test(text)
}

/** Neighbours of a known order, forwards or backwards, and nothing else. */
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
