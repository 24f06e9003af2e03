import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('the built server answers a browser', async ({ page, store }) => {
  const response = await page.goto('/health')
  expect(response?.status()).toBe(200)
  expect(await page.textContent('body')).toContain('healthy')
  expect(await store.settings.find()).not.toBeNull()
})

test('the welcome page is themed and complete', async ({ page, javaScriptEnabled }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(/\S/)
  await expect(page.locator('main')).toBeVisible()
  const background = await page
    .locator('body')
    .evaluate((body) => getComputedStyle(body).backgroundColor)
    .catch(() => null)
  if (javaScriptEnabled !== false) expect(background).not.toBe('rgba(0, 0, 0, 0)')
})

test('an address of a view itself is not found @scripts', async ({ page }) => {
  const response = await page.goto('/views/sign-in')
  expect(response?.status()).toBe(404)
})
