import { describe, expect, test } from 'vitest'
import { hasEmailForm, normalizeEmail, shownEmail } from '#lib/domain/email/email-form.ts'
import { brokenEmails, realEmails } from '#tests/support/inputs.ts'

test.each(realEmails)('%j is the address %j', (typed, stored) => {
  expect(normalizeEmail(typed)).toBe(stored)
  expect(normalizeEmail(stored)).toBe(stored)
  expect(hasEmailForm(stored)).toBe(true)
})

test.each(brokenEmails)('%j is none', (typed) => {
  expect(hasEmailForm(normalizeEmail(typed))).toBe(false)
})

describe('a domain is shown', () => {
  test.each([
    ['ada@müller.de'],
    ['ada@faß.example'],
    ['ivan@пример.рф'],
    ['ada@例え.jp'],
    ['ada@한국.example'],
    ['ada@مثال.إختبار'],
    ['ada@example.org'],
  ])('in Unicode: %s', (email) => {
    expect(shownEmail(normalizeEmail(email))).toBe(email)
  })

  test.each([
    ['ada@аррӏе.com'],
    ['ada@exаmple.org'],
    ['ada@ɑpple.example'],
    ['ada@αpple.example'],
    ['ada@☃.example'],
  ])('as it is stored where its letters look like others: %s', (email) => {
    expect(shownEmail(normalizeEmail(email))).toBe(normalizeEmail(email))
    expect(normalizeEmail(email)).toContain('xn--')
  })
})
