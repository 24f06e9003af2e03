import { expect, type Page } from '@playwright/test'
import { scriptsBegun } from './scripts-begun.ts'

/** Counts the clicks of a job and the pages that it opens. The counts stand in docs/console-jobs.md. */
export function counted(page: Page) {
  let clicks = 0
  let loads = 1
  const opens = async (work: () => Promise<unknown>, url: RegExp) => {
    await work()
    await expect(page).toHaveURL(url)
    await scriptsBegun(page)
    loads++
  }
  return {
    click: async (selector: string) => {
      clicks++
      await page.locator(selector).click()
    },
    async open(selector: string, url: RegExp) {
      clicks++
      await opens(() => page.locator(selector).click(), url)
    },
    type: (selector: string, text: string, url: RegExp) =>
      opens(async () => {
        await page.locator(selector).fill(text)
        await page.locator(selector).press('Enter')
      }, url),
    /** A choice in a list. */
    async choose(label: string, choice: string) {
      clicks++
      await page.getByLabel(label, { exact: true }).selectOption({ label: choice })
    },
    count: () => ({ clicks, loads }),
  }
}
