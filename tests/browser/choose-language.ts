import { expect, type Page } from '@playwright/test'

/** Chooses a language with the switch of a page, which then shows it. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.locator('#language').click()
  await page.locator(`[popover] button[lang=${language}]`).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}
