import type { CookieChange } from '#lib/answers/outcome.ts'
import { acceptedKeys } from '#lib/base/crypto/accepted-keys.ts'
import { equalInConstantTime } from '#lib/base/crypto/hash.ts'
import { deriveToken } from '#lib/base/crypto/hkdf.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import type { Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'

/** The strength of a browser's earlier sign-in as a user: with the password only, or with a one-time code too. */
export type Proof = 'password' | 'code'

/** A browser that has signed in as the user before. */
export interface KnownBrowser {
  /** Id of the browser, the same for all its users. */
  readonly id: string
  readonly proof: Proof
}

/** The columns of a user that a tag is bound to. */
type Owner = Pick<UserRecord, 'subject' | 'authStateGeneration' | 'otpConfigGeneration'>

const maxAgeDays = 365
const maxUsers = 10
const idLength = 22
const letters: { readonly [letter: string]: Proof } = { p: 'password', c: 'code' }
/** The id, then for each user a letter, the day and a tag. Nothing in it identifies the users. */
const form = /^[\w-]{22}(?:\.[pc][0-9a-z]{4}[\w-]{22}){1,10}$/

interface Entry {
  readonly text: string
  readonly proof: Proof
  readonly day: string
  readonly tag: string
}

/**
 * Returns the browser if it signed in as the user within the last year and after the last change of the user's
 * credentials. A sign-in with a code counts only under the current two-factor settings.
 * @param cookie the browser's `known` cookie; an unreadable one counts as none
 * @param user null for an unknown address, which takes the same time to check
 */
export function knownBrowser(
  { config, now }: Pick<Context, 'config' | 'now'>,
  cookie: string | null,
  user: Owner | null,
): KnownBrowser | null {
  const id = idOf(cookie)
  if (!cookie || !id) return null
  const owner = user ?? { subject: '', authStateGeneration: 0, otpConfigGeneration: 0 }
  let found: Entry | undefined
  for (const entry of entriesOf(cookie)) {
    if (!isFresh(entry, now)) continue
    if (isTagged(config, id, owner, entry)) found = entry
  }
  return found && user ? { id, proof: found.proof } : null
}

/**
 * Makes the cookie of a browser that has signed in as a user: its last ten users, this one first. Each tag is bound to
 * browser, user and credentials, so it is useless for another user and after a change of password.
 * @param cookie as the browser sent it; an unreadable one is replaced
 */
export function rememberUser(
  { config, now }: Pick<Context, 'config' | 'now'>,
  cookie: string | null,
  user: Owner,
  proof: Proof,
): CookieChange {
  const former = knownBrowser({ config, now }, cookie, user)
  const id = idOf(cookie) ?? randomToken(16)
  const proven = former?.proof === 'code' ? 'code' : proof
  const day = dayOf(now)
  const tag = tagOf(config.encryptionKey, id, user, { proof: proven, day })
  const others = entriesOf(cookie ?? '').filter(
    (entry) => isFresh(entry, now) && !isTagged(config, id, user, entry),
  )
  const texts = [`${proven === 'code' ? 'c' : 'p'}${day}${tag}`, ...others.map(({ text }) => text)]
  const value = [id, ...texts.slice(0, maxUsers)].join('.')
  return { cookie: 'known', value, maxAgeSeconds: maxAgeDays * 86_400 }
}

function idOf(cookie: string | null): string | null {
  return cookie && form.test(cookie) ? cookie.slice(0, idLength) : null
}

function entriesOf(cookie: string): Entry[] {
  if (!form.test(cookie)) return []
  const [, ...texts] = cookie.split('.')
  return texts.map((text) => ({
    text,
    proof: letters[text.charAt(0)] ?? 'password',
    day: text.slice(1, 5),
    tag: text.slice(5),
  }))
}

/** True when the entry is of this user. Tries every key, so that it takes the same time for each. */
function isTagged(config: Context['config'], id: string, owner: Owner, entry: Entry): boolean {
  return acceptedKeys(config)
    .map((key) => equalInConstantTime(entry.tag, tagOf(key, id, owner, entry)))
    .includes(true)
}

function tagOf(
  key: Uint8Array,
  id: string,
  { subject, authStateGeneration, otpConfigGeneration }: Owner,
  { proof, day }: Pick<Entry, 'proof' | 'day'>,
): string {
  const factor = proof === 'code' ? String(otpConfigGeneration) : ''
  const texts = [id, subject, String(authStateGeneration), proof, factor, day]
  return deriveToken(key, 'known browser', texts).slice(0, 22)
}

/** Days since 1970 in base 36, four characters. */
function dayOf(time: Date): string {
  return Math.floor(time.getTime() / 86_400_000)
    .toString(36)
    .padStart(4, '0')
}

/** Accepts tomorrow's day, because another server's clock may be ahead. */
function isFresh({ day }: Pick<Entry, 'day'>, now: Date): boolean {
  const age = Number.parseInt(dayOf(now), 36) - Number.parseInt(day, 36)
  return age >= -1 && age <= maxAgeDays
}
