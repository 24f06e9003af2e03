import { describe, expect, test } from 'vitest'
import { consolePage, internalUrl } from '#lib/console/addresses.ts'
import { testConfig } from '#tests/support/settings.ts'

describe('the page to go to after a sign-in', () => {
  const ofLength = (length: number) => '/account/sessions?a='.padEnd(length, 'x')

  test('has at most 2,000 characters', () => {
    expect(consolePage(ofLength(2_000))).toBe(ofLength(2_000))
    expect(consolePage(ofLength(2_001))).toBe('/account/overview')
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
