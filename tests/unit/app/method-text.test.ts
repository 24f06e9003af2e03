import { expect, test } from 'vitest'
import { methodText } from '#app/account/_parts/method-text.ts'

test.each([
  ['pwd', 'with_password'],
  ['pwd otp', 'with_password_and_code'],
  ['pwd pop user mfa', 'with_password_and_passkey'],
  ['pwd mfa', 'with_password_and_recovery_code'],
  ['pop user mfa', 'with_passkey'],
  ['fed', 'with_linked'],
  ['fed mfa', 'with_linked'],
  ['fed otp', 'with_linked_and_code'],
  ['fed pop user mfa', 'with_linked_and_passkey'],
  ['mfa fed', 'with_linked_and_recovery_code'],
])('the account names a sign-in by what proved it: %s', (authMethods, key) => {
  expect(methodText(authMethods)).toBe(`own.devices.${key}`)
})
