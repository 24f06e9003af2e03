import { describe, expect, test } from 'vitest'
import { type Language, languages } from '#lib/i18n/languages.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { flatten } from './flatten.ts'

/**
 * English texts with several meanings, or whose translations depend on a noun's gender, so that another
 * language needs several texts.
 */
const severalMeanings = new Set([
  'Address',
  'Authorization code',
  'Built-in',
  'Change',
  'Choose a password',
  'Confirmed',
  'Connect',
  'Create your account',
  'Created',
  'Email',
  'Key',
  'None',
  'Off',
  'On',
  'Pages',
  'Reset your password',
  'Signed out',
])

const english = flatten(messagesOf('en'))

/**
 * Synonyms that a language must not use, because it has a fixed word for the concept. The comments name the
 * fixed words.
 */
const otherWords: Readonly<Record<Language, RegExp | null>> = {
  en: null,
  // Zustimmung, signieren, Kennung, Testnachricht, Access-Token
  de: /Einwilligung|unterschr[ei]|Bezeichner|Test-E-Mail|[Zz]ugriffstoken/,
  // autorisation, essai, scope, application
  fr: /Octroi|de test|\b[Pp]ortée|\b[Aa]pplis?\b/,
  // terminar, autorización, la URI, ámbito
  es: /finalizad|Concesiones|\b[Ee]l URI\b|(?<![{\w])[Ss]copes?\b(?!})/,
  // riscattare, autorizzazione, scope
  it: /scambiat|Concessioni|[Aa]mbit[io]\b/,
  // resgatar, autorização, o URI, ativado
  'pt-BR': /trocado|Concessões|\b[Aa]s? URIs?\b|\b(?:des)?ligad[oa]s?\b/,
  ja: null,
  // أبطل، لمرة واحدة، اسم العرض، UTC
  ar: /تُلغى|يلغي|الاستخدام الواحد|الاسم المعروض|التوقيت العالمي/,
}

describe.each(languages.filter((language) => language !== 'en'))('the catalog %s', (language) => {
  test('says with one text what English says with one, in menus, on pages and in mail', () => {
    const catalog = flatten(messagesOf(language))
    const translations = new Map<string, Set<string>>()
    for (const [key, text] of english) {
      const known = translations.get(text) ?? new Set()
      translations.set(text, known.add(catalog.get(key) ?? ''))
    }
    const several = [...translations].filter(
      ([text, known]) => known.size > 1 && !severalMeanings.has(text),
    )
    expect(several.map(([text, known]) => [text, ...known])).toEqual([])
  })

  test('has one word for one thing', () => {
    const words = otherWords[language]
    const found = [...flatten(messagesOf(language))].filter(([, text]) => words?.test(text))
    expect(found).toEqual([])
  })

  test('marks legacy flows with the word of their heading', () => {
    const { clients, settings } = messagesOf(language)
    const stem = settings.legacy.slice(0, 4).toLowerCase()
    expect(clients.flows.legacy.toLowerCase()).toContain(stem)
  })
})

test('Arabic calls a theme, an attribute and a surname by different words', () => {
  const { account, audit, console: menu } = messagesOf('ar')
  expect(menu.admin_nav.theme).not.toBe(audit.detail.userAttributeId)
  expect(account.profile.nickname).not.toBe('اللقب')
})

test('the exceptions are texts of the English catalog, used more than once', () => {
  const all = [...english.values()]
  for (const text of severalMeanings) {
    expect(all.filter((other) => other === text).length, text).toBeGreaterThan(1)
  }
})
