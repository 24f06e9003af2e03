import { describe, expect, test } from 'vitest'
import { previewMessages } from '#lib/http/mail-preview.ts'
import { directionOf, languages } from '#lib/i18n/languages.ts'
import { renderMessage } from '#lib/mail/messages.ts'
import { messageNames } from '#lib/mail/samples.ts'

const appName = 'Example & <Co>'
const english = new Map(previewMessages('en', appName).map((message) => [message.name, message]))

describe.each(languages)('every message in %s', (language) => {
  const previews = previewMessages(language, appName)

  test('is there once', () => {
    expect(previews.map(({ name }) => name)).toEqual(messageNames)
    expect(new Set(previews.map(({ subject }) => subject)).size).toBe(messageNames.length)
  })

  test.each(previews)('$name: one line of subject', ({ subject }) => {
    expect(subject).not.toMatch(/[\r\n{}]/)
  })

  test.each(previews)('$name: HTML says its language and loads nothing', ({ html }) => {
    expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
    expect(html).not.toMatch(/<(?:img|script|link|iframe)|url\(|\bsrc=|@import/i)
    expect(html).not.toContain('<Co>')
  })

  test.each(previews)('$name: the text says what the HTML says', ({ text, html }) => {
    for (const part of text.trim().split(/\n+|: /)) {
      expect(html).toContain(part.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`))
    }
    expect(text).not.toMatch(/[{}]/)
    expect(text.split('\n')).toContain(appName)
  })
})

describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
  test.each(previewMessages(language, appName))('$name is a translation', (message) => {
    expect(message.subject).not.toBe(english.get(message.name)?.subject)
    expect(message.text).not.toBe(english.get(message.name)?.text)
  })
})

test.each(['en', 'fr', 'es', 'pt-BR'] as const)(
  'in %s the sentence after the greeting begins with a capital letter',
  (language) => {
    for (const { name, text } of previewMessages(language, appName)) {
      const sentences = text.split('\n\n')
      const isGreeted = sentences[0]?.includes('Ada') === true
      expect(sentences[isGreeted ? 1 : 0], name).toMatch(/^\p{Lu}/u)
    }
  },
)

test('a name of 200 letters is broken where the message ends', () => {
  const { html } = renderMessage('address-changed', 'en', { name: 'W'.repeat(200), appName })
  expect(html).toMatch(/<div class="sheet" style="[^"]*;word-break:break-word">/)
})

describe('a name', () => {
  const link = 'https://login.example/forgot-password'
  const greetingFor = (name: string) =>
    renderMessage('forgot-password', 'en', { name, appName, link }).text.split('\n')[0]

  test.each([
    'Ada Lovelace',
    'J. R. R. Tolkien',
    'J.R.R. Tolkien',
    'Anne-Marie O’Neil',
    '山田太郎',
  ])('is greeted: %s', (name) => expect(greetingFor(name)).toBe(`Hello ${name},`))

  test.each([
    'https://evil.example/prize',
    'Prize at evil.example',
    'Prize at evil。example',
    'www.evil.example',
    'mail me@evil',
    'tel:+18005550100',
    '\\\\evil',
  ])('of which a mail program would make a link is left out: %s', (name) => {
    const { text, html } = renderMessage('forgot-password', 'en', { name, appName, link })
    expect(text).not.toContain(name)
    expect(html).not.toContain(name)
  })
})

test('the application’s name is not turned round below a message in Arabic', () => {
  const { html } = renderMessage('test', 'ar', { appName: '365 Store' })
  expect(html).toContain('<bdi>365 Store</bdi>')
})

describe('the language of a message', () => {
  const subjectFor = (language: string) => renderMessage('test', language, { appName: 'A' }).subject

  test.each([
    ['de', 'Testnachricht von A'],
    ['de_AT', 'Testnachricht von A'],
    ['pt-PT', 'Mensagem de teste de A'],
    ['xx, it;q=0.4', 'Messaggio di prova da A'],
    ['', 'Test message from A'],
    ['tlh', 'Test message from A'],
    // As many tags as `ui_locales` may have, ahead of the browser's language.
    [`${Array(10).fill(`tlh-${'x'.repeat(21)}`)},de;q=0.9`, 'Testnachricht von A'],
  ])('%j → %s', (language, subject) => {
    expect(subjectFor(language)).toBe(subject)
  })

  test('is told to whoever sends it', () => {
    expect(renderMessage('test', 'de_AT', { appName: 'A' }).language).toBe('de')
  })
})

test('what users typed neither breaks out of the HTML nor into another header', () => {
  const name = '<img src=x onerror=alert(1)>"\'&'
  const hostile = { name, link: 'https://a.example/?x="><script>', code: 'A\r\nBcc: all@x.example' }
  const { subject, html } = renderMessage('verification-code', 'en', { ...hostile, appName: 'A' })
  expect(subject).toBe('Your code: A Bcc: all@x.example')
  expect(html).not.toMatch(/<img|<script/)
})

test('nobody is told to ignore what needs attention', () => {
  const ignore = 'You can ignore this email'
  const ignorable = messageNames.filter((name) => english.get(name)?.text.includes(ignore))
  expect(ignorable).toEqual([
    'forgot-password',
    'choose-password',
    'activate',
    'already-registered',
    'verification-code',
    'address-confirmation',
    'sign-in-link',
    'provider-code',
    'test',
  ])
})

describe('the company’s look', () => {
  const button = {
    light: { fill: '#ffd400', text: '#17171c' },
    dark: { fill: '#d0ae1c', text: '#17171c' },
  }
  const look = { button, supportUrl: 'mailto:help@company.example', footerText: 'Company & <Co>' }
  const values = { name: '', link: 'https://login.example/x', appName: 'A' }
  const { html, text } = renderMessage('forgot-password', 'en', values, look)

  test('colors the button, in dark mode too', () => {
    expect(html).toMatch(/<a class="button"[^>]*background:#ffd400;color:#17171c/)
    expect(html).toContain('.button{background:#d0ae1c!important;color:#17171c!important}')
  })

  test('gives the foot an address for help, and a line', () => {
    expect(text.trimEnd().split('\n').slice(-4)).toEqual([
      'A',
      expect.stringContaining(' help@company.example'),
      expect.any(String),
      'Company & <Co>',
    ])
    expect(html).toContain('href="mailto:help@company.example"')
    expect(html).toContain('Company &#38; &#60;Co&#62;')
  })

  test('without one, the colors are those of the pages', () => {
    const plain = renderMessage('forgot-password', 'en', values)
    expect(plain.html).toContain('background:#3350d0;color:#ffffff')
    expect(plain.html).not.toContain('mailto:')
  })
})

describe('what happened', () => {
  const happened = {
    at: new Date('2026-11-26T23:30:00Z'),
    timeZone: 'Asia/Tokyo',
    browser: 'Chrome 131',
    system: 'Windows',
    ipAddress: '203.0.113.24',
  }
  const told = (changes: Partial<typeof happened>, language = 'en') =>
    renderMessage('password-changed', language, {
      ...{ name: '', link: 'https://login.example/x', appName: 'A' },
      happened: { ...happened, ...changes },
    }).text

  test('is told in the zone of the recipient, with the device and the address', () => {
    expect(told({})).toContain(
      'When: Friday, November 27 at 08:30 AM (Tokyo)\nDevice: Chrome 131 on Windows\nIP address: 203.0.113.24\n',
    )
    expect(told({}, 'de')).toContain('Freitag, 27. November um 08:30 (Tokyo)')
  })

  test.each(['', 'Nowhere/Land'])('is told in UTC where the zone is %j', (timeZone) => {
    expect(told({ timeZone })).toContain('11:30 PM (UTC)')
  })

  test('leaves out what is not known', () => {
    const text = told({ browser: '', ipAddress: '' })
    expect(text).toContain('When:')
    expect(text).not.toMatch(/Device|IP address|: ?\n/)
  })
})

test('only a person with a name is greeted', () => {
  const textFor = (name: string) =>
    renderMessage('address-changed', 'en', { name, appName: 'A' }).text
  expect(textFor('Ada')).toMatch(/^Hello Ada,\n/)
  expect(textFor('')).not.toContain('Hello')
})

test('a link stands alone on its line', () => {
  for (const { text } of english.values()) {
    for (const line of text.split('\n').filter((one) => one.includes('https://'))) {
      expect(line).toMatch(/^https:\/\/\S+$/)
    }
  }
})
