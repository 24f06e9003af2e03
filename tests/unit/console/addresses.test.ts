import { describe, expect, test } from 'vitest'
import { consolePage, internalUrl } from '#lib/console/addresses.ts'
import { testConfig } from '#tests/support/settings.ts'

describe('the page to go to after a sign-in', () => {
  const ofLength = (area: string, length: number) => `/${area}/sessions?a=`.padEnd(length, 'x')

  test('has at most 500 characters; instead of a longer one comes the first of its area', () => {
    expect(consolePage(ofLength('account', 500))).toBe(ofLength('account', 500))
    expect(consolePage(ofLength('account', 501))).toBe('/account/overview')
    expect(consolePage(ofLength('admin', 501))).toBe('/admin/dashboard')
  })

  test('is measured as browsers write it: a character beyond ASCII takes up to twelve', () => {
    expect(consolePage(`/admin/users?query=${'中'.repeat(50)}`)).toContain('%E4%B8%AD')
    expect(consolePage(`/admin/users?query=${'中'.repeat(60)}`)).toBe('/admin/dashboard')
  })

  test.each([
    'https://evil.example/admin',
    '//evil.example/admin',
    '/auth/authorize',
    'http://[',
    '',
  ])('is the account’s first page instead of %j', (wanted) => {
    expect(consolePage(wanted)).toBe('/account/overview')
  })
})

describe('the server that the console is part of', () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://[::1]:3000'],
    ['::1', 'http://[::1]:3000'],
    ['localhost', 'http://localhost:3000'],
  ])('that listens on %s is reached at %s', (hostname, url) => {
    const config = testConfig('file:unused', { HOSTNAME: hostname, PORT: '3000' })
    expect(internalUrl(config)).toBe(url)
  })
})
