import type { View } from '#lib/answers/view.ts'
import { chooseLanguage, type Language } from '#lib/i18n/languages.ts'
import type { Preferences } from './preferences.ts'

interface PageWishes {
  readonly view: Pick<View, 'page' | 'uiLocales'> | null
  /** The language tag of a console visitor's account, '' when unknown. Null on pages outside the console. */
  readonly locale: string | null
  readonly preferences: Pick<Preferences, 'language' | 'isOfThisSignIn'>
  /** The header as sent. */
  readonly acceptLanguage: string
}

/** Pages whose `uiLocales` are those of an account, in whose language a mail was written. */
const ofAccount: ReadonlySet<View['page']> = new Set([
  'activate',
  'reset-password',
  'registered',
  'password-set',
  'link-in-flight',
  'sign-in-link',
])

/**
 * The language of a page. On the sign-in pages, in the order of precedence: the choice made in this sign-in,
 * `ui_locales`, an earlier choice in this browser, `Accept-Language`, English. An account's language comes after every
 * choice, and before `Accept-Language`. The documentation is in English, with the words around it.
 */
export function languageOfPage({
  view,
  locale,
  preferences,
  acceptLanguage,
}: PageWishes): Language {
  if (view?.page === 'document') return 'en'
  const { language, isOfThisSignIn } = preferences
  const chosen = language ? [language] : []
  if (locale !== null) return chooseLanguage([...chosen, locale], acceptLanguage)
  const asked = view?.uiLocales ?? []
  const isChoiceFirst = isOfThisSignIn || (view !== null && ofAccount.has(view.page))
  const wanted = isChoiceFirst ? [...chosen, ...asked] : [...asked, ...chosen]
  return chooseLanguage(wanted, acceptLanguage)
}
