import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { newOtpSecret, otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import type { Store } from '#lib/persistence/store.ts'
import { aUser, type TestUser } from '#tests/support/people.ts'
import { testCipher } from '#tests/support/settings.ts'

/** Signs in, also on the page of another account or of this one, which asks for the password alone. */
export async function signIn(
  page: Page,
  user: { readonly email: string; readonly password: string },
): Promise<void> {
  await expect(page.locator('#page-sign-in')).toBeVisible()
  const known = page.locator('input[autocomplete=username][readonly]')
  const isKnown = (await known.count()) > 0 && (await known.inputValue()) === user.email
  if ((await known.count()) > 0 && !isKnown) await page.locator('#other-account').click()
  if (!isKnown) await page.locator('#email').fill(user.email)
  await page.locator('#password').fill(user.password)
  await page.locator('#signin-submit').click()
}

/** Sends a code with the button: set without an event, it does not send itself. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.locator('#otp').evaluate((field: HTMLInputElement, value) => {
    field.value = value
  }, code)
  await page.locator('#otp-submit').click()
}

/** A user with two-factor authentication, and the authenticator's secret in base32. */
export async function aUserWithOtp(store: Store): Promise<TestUser & { readonly otp: string }> {
  const user = await aUser(store)
  const otp = newOtpSecret()
  await store.users.enableOtp(user.id, testCipher.seal(otp, otpSecretPlace(user.id)))
  return { ...user, otp }
}

/**
 * The code of an authenticator.
 * @param secret base32
 * @param stepsAhead 1: the next code, which the server already accepts
 */
export function codeOf(secret: string, stepsAhead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 })
}

/** Six digits that differ from all of the authenticator's codes around now. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find(
    (code) => !near.includes(code),
  ) as string
}
