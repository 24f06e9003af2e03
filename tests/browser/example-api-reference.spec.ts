import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the API reference draws every operation within its policy, ${colorScheme} @scripts`, async ({
    page,
    serverUrl,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const isOurs = /^(data|blob):/.test(request.url()) || request.url().startsWith(serverUrl)
      if (!isOurs) elsewhere.push(request.url())
    })
    await page.emulateMedia({ colorScheme })
    // Of a long list the viewer draws what is in view, so this window shows all of it.
    await page.setViewportSize({ width: 1280, height: 16_000 })
    await page.goto('/docs/api')
    const tags = page.locator('.opblock-tag')
    await expect(tags.first()).toBeVisible({ timeout: 60_000 })
    for (const tag of await tags.all()) await tag.click()
    await expect.poll(() => page.locator('.opblock').count()).toBeGreaterThan(100)
    await page.locator('.opblock-summary-control').first().click()
    await expect(page.locator('.opblock-body').first()).toBeVisible()
    await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? 'dark-mode' : '')
    expect(complaints).toEqual([])
    expect(elsewhere).toEqual([])
  })
}

test('an operation can be tried out with a pasted token @scripts', async ({ page, serverUrl }) => {
  await page.goto('/docs/api')
  await page.locator('.auth-wrapper .authorize').click()
  const bearer = page.locator('.auth-container').filter({ has: page.locator('#auth-bearer-value') })
  await bearer.locator('input').fill('not-a-token')
  await bearer.locator('.authorize').click()
  await page.locator('.close-modal').click()
  await page.locator('.opblock-tag', { hasText: 'OpenID Connect' }).click()
  const operation = page.locator('.opblock-get', { hasText: '/userinfo' })
  await operation.locator('.opblock-summary-control').click()
  await operation.locator('.try-out__btn').click()
  await operation.locator('.execute').click()
  const answer = operation.locator('.live-responses-table tbody .response-col_status')
  await expect(answer).toContainText('401')
  await expect(operation.locator('.request-url')).toContainText(`${serverUrl}/userinfo`)
  await expect(operation.locator('.live-responses-table')).toContainText('invalid_token')
})
