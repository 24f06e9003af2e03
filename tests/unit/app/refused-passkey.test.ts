import { expect, test } from 'vitest'
import { wasPasskeyRefused } from '#app/_ui/passkey/was-refused.ts'

test.each([
  ['a passkey that was not taken', 'validator.passkey.not_verified', true],
  ['a passkey too many', 'validator.passkey.too_many', true],
  ['a passkey that is there already', 'validator.passkey.already_registered', false],
  ['a wrong code', 'handler.otp.incorrect_code', false],
  ['a passkey that was used', 'handler.passkey.failed', false],
])('after the refusal of %s the device forgets what it made: %s, %s', (_, key, forgets) => {
  expect(wasPasskeyRefused({ key })).toBe(forgets)
})

test('a page without an error forgets nothing', () => {
  expect(wasPasskeyRefused(undefined)).toBe(false)
})
