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
  'Registration',
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
  // Zustimmung, signieren, Kennung, Testnachricht, Access-Token, E‑Mail (does not break), deaktivieren, Geheimnis
  de: /Einwilligung|unterschr[ei]|Bezeichner|E-Mail|[Zz]ugriffstoken|(?<!aus)gesperrt|Client-Secret|Weiterleitungs-URI/,
  // autorisation, essai, scope, application, paramètres, flux par mot de passe, ID client
  fr: /Octroi|octroi|de test|\b[Pp]ortée|\b[Aa]pplis?\b|[Rr]églages|identifiant client/,
  // terminar, autorización, la URI, ámbito, desactivar, token de identidad, verificación en dos pasos
  es: /finalizad|Concesiones|\b[Ee]l URI\b|(?<![{\w])[Ss]copes?\b(?!})|deshabilit|token de ID\b|sesión en dos pasos/,
  // riscattare, autorizzazione, scope, disattivare, token di identità, verifica in due passaggi
  it: /scambiat|[Cc]oncession[ei]|[Aa]mbit[io]\b|disabilit|token ID\b|accesso in due passaggi/,
  // resgatar, autorização, o URI, ativado, token de identidade, verificação em duas etapas
  'pt-BR':
    /trocado|Concessões|\b[Aa]s? URIs?\b|\b(?:des)?ligad[oa]s?\b|desabilit|token de ID\b|login em duas etapas/,
  // サインイン、サインアウト、ブラウザー、2 段階認証、and a space beside Latin letters and digits
  ja: /ログ(?:イン|アウト)|ブラウザ(?!ー)|段階サインイン|[ぁ-んァ-ヶー一-龠々][A-Za-z0-9]|[A-Za-z0-9][ぁ-んァ-ヶ一-龠]/,
  // أبطل، لمرة واحدة، اسم العرض، UTC، موفّر، المُصدِر، كود التفويض، نقطة الوصول
  ar: /تُلغى|يلغي|الاستخدام الواحد|الاسم المعروض|التوقيت العالمي|موفر|جهة الإصدار|رمز التفويض|نقطة النهاية|التخويل/,
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
