import { expect, type Page } from '@playwright/test'

/** Fills the sign-in page and sends it. */
export async function signIn(
  page: Page,
  user: { readonly email: string; readonly password: string },
): Promise<void> {
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await page.locator('#email').fill(user.email)
  await page.locator('#password').fill(user.password)
  await page.locator('#signin-submit').click()
}
