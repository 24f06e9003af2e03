import { expect, test } from 'vitest'
import { maxBrowserCookieLength } from '#lib/base/network/browser-cookie.ts'
import { readCookies } from '#lib/http/cookies.ts'
import { testConfig } from '#tests/support/settings.ts'

const config = testConfig('file:/unused')
const read = (cookie: string) => readCookies(new Headers({ cookie }), config)

test.each([
  ['session', 128],
  ['browser', maxBrowserCookieLength],
  ['console', 128],
] as const)('of the cookie %s nothing longer is read than the server gives', (name, longest) => {
  const value = 'x'.repeat(longest)
  expect(read(`authserver-${name}=${value}`)[name]).toBe(value)
  expect(read(`authserver-${name}=${value}x`)[name]).toBeNull()
  expect(read(`authserver-${name}=`)[name]).toBeNull()
})

test('sign-ins to the console on their way are read at any length, so that they can be removed', () => {
  const value = 'x'.repeat(5_000)
  const { handshakes } = read(`authserver-handshake-a=short; authserver-handshake-b=${value}`)
  expect([...handshakes]).toEqual([
    ['a', 'short'],
    ['b', value],
  ])
})
