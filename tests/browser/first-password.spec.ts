import { expect } from '@playwright/test'
import { startServer } from '#tests/support/started-server.ts'
import { expectSound } from './accessible.ts'
import { signInToConsole, signOut } from './console.ts'
import { test } from './fixtures.ts'

test('a fresh server says where the first password is, and warns until it is changed', async ({
  browser,
  javaScriptEnabled,
}) => {
  test.setTimeout(120_000)
  const server = await startServer({ RATE_LIMITER_ENABLED: 'false', ADMIN_PASSWORD: undefined })
  const context = await browser.newContext({ baseURL: server.baseUrl })
  const page = await context.newPage()
  const { email } = server.administrator
  const [, password = ''] = /Password\s+(\S+)/.exec(server.output()) ?? []
  const notice = page.locator('#first-password')

  await page.goto('/admin')
  await expect(notice).toContainText('The first administrator hasn’t signed in yet')
  await expect(notice).toContainText('reset-admin-password')
  expect(password).not.toBe('')
  expect(await page.content()).not.toContain(password)
  expect(await page.content()).not.toContain(email)
  if (javaScriptEnabled !== false) await expectSound(page)

  await signInToConsole(page, { email, password }, '/admin/dashboard')
  const warning = page.locator('#generated-password')
  await expect(warning).toHaveClass(/danger/)
  if (javaScriptEnabled !== false) await expectSound(page)
  await page.locator('#hide-steps').click()
  await expect(warning).toHaveCount(0)
  await expect(page.locator('#warning-generated_password_used')).toBeVisible()
  await page.getByRole('link', { name: 'Change: The generated password is still in use' }).click()
  await expect(page).toHaveURL('/account/change-password')

  const next = 'Another-staple-8'
  await page.locator('#currentPassword').fill(password)
  await page.locator('#newPassword').fill(next)
  await page.locator('#newPasswordConfirmation').fill(next)
  await page.locator('#submit').click()
  await expect(page.getByRole('status').filter({ hasText: 'Password changed.' })).toBeVisible()
  await page.goto('/admin/dashboard')
  await expect(page.locator('#warnings')).toBeVisible()
  await expect(page.locator('#warning-generated_password_used')).toHaveCount(0)

  await signOut(page)
  await expect(page.locator('#page-signed-out')).toBeVisible()
  await page.goto('/admin')
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await context.close()
  await server.remove()
})
