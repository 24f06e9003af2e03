import type { CookieChange } from '#lib/answers/outcome.ts'
import type { Config } from '#lib/config/config.ts'
import { type Language, languages } from '#lib/i18n/languages.ts'
import { cookieName, cookieValues } from './cookies.ts'

const sides = ['light', 'dark'] as const

/** A side of the neutral theme. */
export type Theme = (typeof sides)[number]

/** What a visitor chose on our pages, as the cookies of the browser say. */
export interface Preferences {
  readonly language: Language | null
  /** The language was chosen so recently that the current sign-in may have been under way. */
  readonly isOfThisSignIn: boolean
  /** Null: as the visitor's system asks. */
  readonly theme: Theme | null
  /** The email typed on the page where the language was changed; '' for none. */
  readonly typedEmail: string
}

/** How long a sign-in may take, in seconds. */
const signInSeconds = 60 * 60
const yearSeconds = 365 * 24 * 60 * 60
/** The next page takes the email over at once. */
const typedSeconds = 60
const maxEmail = 320

const none: Preferences = { language: null, isOfThisSignIn: false, theme: null, typedEmail: '' }

/**
 * Reads the choices of a browser. A value that cannot be read counts as absent.
 * @param header `Cookie`; absent without cookies
 */
export function readPreferences(
  header: string | null | undefined,
  config: Config,
  now: Date,
): Preferences {
  if (!header) return none
  const values = cookieValues(header)
  const read = (cookie: 'language' | 'theme' | 'typed') =>
    values.get(cookieName(cookie, config)) ?? ''
  const [tag, chosenAt] = read('language').split('.', 2)
  const language = languages.find((known) => known === tag) ?? null
  const age = now.getTime() / 1000 - secondsIn(chosenAt)
  return {
    language,
    isOfThisSignIn: language !== null && age < signInSeconds,
    theme: themeOf(read('theme')),
    typedEmail: emailIn(read('typed')),
  }
}

/** Zero, long ago, for text that is no time. */
function secondsIn(text = ''): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : 0
}

/** The side with this name; null for any other name. */
export function themeOf(name: string): Theme | null {
  return sides.find((side) => side === name) ?? null
}

function emailIn(value: string): string {
  if (value.length > 2 * maxEmail) return ''
  const email = Buffer.from(value, 'base64url').toString()
  return isPlain(email) ? email : ''
}

function isPlain(email: string): boolean {
  return email.length <= maxEmail && !/[\p{Cc}\uFFFD]/u.test(email)
}

/** The cookie of a chosen language, with the time of the choice. */
export function languageCookie(language: Language, now: Date): CookieChange {
  const value = `${language}.${Math.floor(now.getTime() / 1000)}`
  return { cookie: 'language', value, maxAgeSeconds: yearSeconds }
}

/** @param theme null: as the visitor's system asks */
export function themeCookie(theme: Theme | null): CookieChange {
  return { cookie: 'theme', value: theme, maxAgeSeconds: yearSeconds }
}

/** The cookie that takes a typed email to the next page; null for text that is no email. */
export function typedEmailCookie(email: string): CookieChange | null {
  if (email === '' || !isPlain(email)) return null
  const value = Buffer.from(email).toString('base64url')
  return { cookie: 'typed', value, maxAgeSeconds: typedSeconds }
}
