import { describe, expect, test } from 'vitest'
import { formPostPage } from '#lib/http/form-post-page.ts'
import { directionOf, languages } from '#lib/i18n/languages.ts'

const fields = [
  ['code', 'k'],
  ['state', `"'><script>alert(1)</script>&é`],
] as const

const page = formPostPage('https://app.example/callback?a=1&b=2', fields, 'a-nonce')

describe('the page that posts itself', () => {
  test('sends the fields in order and unchanged, escaped for the page', () => {
    expect(page).toContain('<form method="post" action="https://app.example/callback?a=1&#38;b=2">')
    const inputs = page.match(/<input[^>]*>/g)
    expect(inputs).toEqual([
      '<input type="hidden" name="code" value="k">',
      '<input type="hidden" name="state" value="&#34;&#39;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#38;é">',
    ])
  })

  test('has one script, of the nonce, and nothing that its policy would block', () => {
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script nonce="a-nonce">'])
    expect(page).not.toMatch(/<style|style=|<link|src=|\son\w+=/)
  })

  test('is as dark or light as the pages around it, and as wide as the phone', () => {
    expect(page).toContain('<meta name="color-scheme" content="light dark">')
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
  })

  test('shows nothing where scripts run: what is read stands in noscript', () => {
    const body = page.slice(page.indexOf('<body>'))
    const shown = body.replaceAll(/<(noscript|script)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, '')
    expect(shown.trim()).toBe('')
  })

  test('has a title that fits an answer, a refusal and a sign-out', () => {
    expect(page).toContain('<title>One moment…</title>')
  })

  test.each(languages)('speaks %s when it is asked to', (language) => {
    const own = formPostPage('/auth/logout', fields, 'n', language)
    expect(own).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
    const english = textsOf(page)
    for (const [index, text] of textsOf(own).entries()) {
      expect(text).toBeTruthy()
      if (language !== 'en') expect(text).not.toBe(english[index])
    }
  })
})

function textsOf(html: string): (string | undefined)[] {
  const places = [
    /<title>(.*)<\/title>/,
    /<noscript><p>(.*)<\/p><\/noscript>/,
    /<noscript><button type="submit"><font size="6">(.*)<\/font><\/button><\/noscript>/,
  ]
  return places.map((place) => place.exec(html)?.[1])
}
