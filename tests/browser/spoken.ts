import { expect, type Page } from '@playwright/test'
import type { Language } from '#lib/i18n/languages.ts'
import { expectAccessible } from './accessible.ts'
import { expectToFitPhone } from './layout.ts'

/**
 * Languages in which all pages are measured: the one with the longest words, one that breaks lines within words, and
 * one from right to left. `tests/unit/i18n/typography.test.ts` checks that no other has longer words. English pages
 * are measured in the tests with axe.
 */
export const measured = ['de', 'ja', 'ar'] as const satisfies readonly Language[]

/** Returns a function that changes the browser's language for its next requests. */
export async function languageOf(page: Page): Promise<(language: Language) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  const userAgent = await page.evaluate(() => navigator.userAgent)
  return async (acceptLanguage) => {
    // The first is for page loads, the second for requests of scripts.
    await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage })
    await page.setExtraHTTPHeaders({ 'Accept-Language': acceptLanguage })
  }
}

/**
 * The page is in this language, and fits a phone.
 * @param isRead whether axe reads it in Arabic, too
 */
export async function expectToFit(page: Page, language: Language, isRead: boolean): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expectToFitPhone(page)
  if (language === 'ar' && isRead) await expectAccessible(page)
}
