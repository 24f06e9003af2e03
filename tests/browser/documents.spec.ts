import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectToFitPhone } from './layout.ts'

test('the search leads to the section with the words @scripts', async ({ page }) => {
  const others: string[] = []
  page.on('request', (request) => others.push(new URL(request.url()).origin))
  await page.goto('/docs')
  await page.locator('#search').fill('redirect uris compared')
  const first = page.locator('#search-results a').first()
  await expect(first).toHaveText('Redirect URIsAuthorization endpoint')
  await page.locator('#search').press('Enter')
  await expect(page).toHaveURL('/docs/reference/authorization-endpoint#redirect-uris')
  await expect(page.locator('#redirect-uris')).toBeInViewport()
  expect(new Set(others)).toEqual(new Set([new URL(page.url()).origin]))
})

test('a search without a result says so, and the menu comes back after it @scripts', async ({
  page,
}) => {
  await page.goto('/docs/concepts')
  await page.locator('#search').fill('Donaudampfschifffahrt')
  await expect(page.getByText('No page has these words.')).toBeVisible()
  await page.locator('#search').fill('')
  await expect(page.locator('.ui-doc-nav [aria-current=page]')).toHaveText('Concepts')
})

test('a search that cannot be loaded says so, and is loaded when the next word is typed @scripts', async ({
  page,
}) => {
  await page.route('**/docs/search.json', (route) => route.abort(), { times: 1 })
  await page.goto('/docs/concepts')
  await page.locator('#search').fill('users')
  await expect(page.getByText('The search could not be loaded.')).toBeVisible()
  await page.locator('#search').fill('sessions')
  await expect(page.locator('#search-results a').first()).toBeVisible()
})

test('code can be copied @scripts', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs/integrate/web-application')
  const block = page.locator('#document .ui-code').first()
  await block.getByRole('button', { name: 'Copy Terminal' }).click()
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe((await block.locator('pre').textContent())?.trimEnd())
})

test('the documentation is read without scripts, from page to page @no-scripts', async ({
  page,
}) => {
  await page.goto('/docs')
  await page.locator('.ui-doc-nav a[href="/docs/integrate/web-application"]').click()
  await expect(page).toHaveURL('/docs/integrate/web-application')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Web application')
  await expect(page.locator('#search')).toHaveCount(0)
  await expect(page.locator('.ui-copy')).toHaveCount(0)
  await page.getByRole('link', { name: 'This page as Markdown' }).click()
  await expect(page.locator('body')).toContainText('# Web application')
})

test('an unknown address has the menu beside it @no-scripts', async ({ page }) => {
  const response = await page.goto('/docs/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await page.getByRole('link', { name: 'go to the overview' }).click()
  await expect(page).toHaveURL('/docs')
})

test('the theme that a visitor chooses stays on the next page @no-scripts', async ({ page }) => {
  await page.goto('/docs/concepts')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page).toHaveURL('/docs/concepts')
  await page.goto('/docs')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'neutral-dark')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the menu is a sheet, and the page needs no scrolling sideways @scripts', async ({
    page,
  }) => {
    await page.goto('/docs/reference/token-endpoint')
    await expectToFitPhone(page)
    await page.locator('#menu').click()
    const menu = page.locator('.ui-doc-nav')
    await expect(menu.getByRole('link', { name: 'Token endpoint' })).toBeVisible()
    await menu.getByText('Guides', { exact: true }).click()
    await menu.getByRole('link', { name: 'Web application' }).click()
    await expect(page).toHaveURL('/docs/integrate/web-application')
    await expectToFitPhone(page)
  })
})
