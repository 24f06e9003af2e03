import { expect, test } from 'vitest'
import { knownBrowser, rememberUser } from '#lib/domain/sign-in/known-browsers.ts'
import { testConfig, testStart } from '#tests/support/settings.ts'

const [former, other] = ['a1', 'b2'].map((byte) => byte.repeat(32)) as [string, string]
const user = { subject: 'one', authStateGeneration: 1, otpConfigGeneration: 1 }

const at = (ENCRYPTION_KEY: string, ENCRYPTION_KEY_PREVIOUS?: string) => ({
  now: testStart,
  config: testConfig('file:unused', { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS }),
})

const cookie = rememberUser(at(former), null, user, 'code').value ?? ''

test('after a change of the key, a browser stays known while the former key is named', () => {
  expect(knownBrowser(at(other), cookie, user)).toBeNull()
  expect(knownBrowser(at(other, former), cookie, user)).toMatchObject({ proof: 'code' })
  expect(knownBrowser(at(other, former), cookie, { ...user, subject: 'two' })).toBeNull()
})

test('a sign-in meanwhile makes it known under the new key alone, and keeps what it proved', () => {
  const renewed = rememberUser(at(other, former), cookie, user, 'password').value
  expect(knownBrowser(at(other), renewed, user)).toMatchObject({ proof: 'code' })
  // The entry under the former key gave way.
  expect(renewed).toHaveLength(cookie.length)
})
