import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import type { ErrorReason, View } from '#lib/answers/view.ts'
import { languages } from '#lib/i18n/languages.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { textOf, textsIn } from '#lib/i18n/texts.ts'
import { flatten } from './flatten.ts'

/** Complete by its type: without an entry for every reason of the union, this does not compile. */
const reasons: Record<ErrorReason, true> = {
  malformed_request: true,
  parameter_repeated: true,
  client_id_missing: true,
  client_not_found: true,
  client_disabled: true,
  client_awaits_approval: true,
  client_document_invalid: true,
  client_document_unavailable: true,
  client_registration_gone: true,
  auth_code_not_enabled: true,
  redirect_uri_missing: true,
  redirect_uri_not_absolute: true,
  redirect_uri_not_registered: true,
  response_mode_unsupported: true,
  ceremony_mismatch: true,
  ceremony_expired: true,
  state_mismatch: true,
  finished: true,
  other_browser: true,
  cookies_blocked: true,
  pushed_request_gone: true,
  device_request_gone: true,
  request_handle: true,
  otp_changed: true,
  rate_limited: true,
  cross_site: true,
  form_too_large: true,
  form_broken: true,
  unavailable: true,
  sign_in_lost: true,
  sign_in_refused: true,
  sign_in_failed: true,
  provider_response_unknown: true,
  internal: true,
}

const english = flatten(messagesOf('en'))

describe.each(languages.filter((language) => language !== 'en'))('the catalog %s', (language) => {
  const catalog = flatten(messagesOf(language))

  test('has exactly the keys of the English one', () => {
    expect([...catalog.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('has the same placeholders in every text', () => {
    for (const [key, text] of catalog) {
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''))
    }
  })

  test('is a translation: sentences are not left in English', () => {
    const same = [...catalog].filter(
      ([key, text]) => text === english.get(key) && text.split(' ').length > 2,
    )
    expect(same).toEqual([])
  })
})

describe.each(languages)('the texts in %s', (language) => {
  const texts = textsIn(language)

  test('are neither empty nor padded', () => {
    for (const [key, text] of flatten(messagesOf(language))) {
      expect(text.trim(), key).not.toBe('')
      expect(text, key).toBe(text.trim())
    }
  })

  test('tell every reason for an error page', () => {
    for (const reason of Object.keys(reasons)) {
      expect(texts.has(`pages.error.${reason}.title` as never), reason).toBe(true)
      expect(texts.has(`pages.error.${reason}.message` as never), reason).toBe(true)
    }
  })

  test('write counts as the language writes numbers', () => {
    const [signIns, refused] = [1_234_567, 7_654_321]
    const written = texts('dashboard.sign_ins.of_day', { day: '', signIns, refused })
    const number = new Intl.NumberFormat(language)
    for (const count of [signIns, refused]) expect(written).toContain(number.format(count))
  })

  test('can all be formatted', () => {
    for (const [key, text] of flatten(messagesOf(language))) {
      if (text.includes('<')) continue
      // A number is a valid text, count and timestamp.
      const values = Object.fromEntries(argumentsOf(text).map((name) => [name, 1]))
      expect(textOf(texts, key, values), key).not.toBe(key)
    }
  })
})

describe('textOf', () => {
  test('fills in the values', () => {
    expect(textOf(textsIn('en'), 'validator.password.too_short', { min: 8 })).toBe(
      'Use at least 8 characters.',
    )
  })

  test('says a general sentence for a key without a text', () => {
    const complaint = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
    expect(textOf(textsIn('de'), 'validator.no.such_key')).toBe(
      textsIn('de')('common.unknown_error'),
    )
    expect(complaint).not.toHaveBeenCalled()
  })
})

test('every view has a page', () => {
  const pages: Record<Exclude<View['page'], 'console'>, true> = {
    'sign-in': true,
    'provider-account': true,
    'provider-trial': true,
    otp: true,
    'otp-enrollment': true,
    passkey: true,
    'passkey-offer': true,
    'choose-account': true,
    'recovery-code': true,
    'new-recovery-codes': true,
    consent: true,
    'device-entry': true,
    'device-confirm': true,
    'device-done': true,
    'logout-confirm': true,
    'signed-out': true,
    error: true,
    'redirect-withheld': true,
    tested: true,
    register: true,
    'check-email': true,
    registered: true,
    activate: true,
    'link-expired': true,
    'link-in-flight': true,
    'forgot-password': true,
    'reset-password': true,
    'password-set': true,
    'sign-in-link': true,
    'not-found': true,
    unauthorized: true,
    document: true,
  }
  expect(readdirSync('app/views').sort()).toEqual(Object.keys(pages).sort())
  for (const page of Object.keys(pages)) {
    expect(readFileSync(`app/views/${page}/page.tsx`, 'utf8')).toContain(`viewData('${page}')`)
  }
})

/** Arguments of a text: ICU arguments and rich-text tags. */
function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\s*(\w+)|<(\w+)>/g)].map(([whole]) => whole).sort()
}

function argumentsOf(text: string): string[] {
  return [...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name]) => name ?? '')
}
