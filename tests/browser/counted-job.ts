import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { scriptsBegun } from './scripts-begun.ts'

/** Counts the clicks of a job and the pages that it opens. */
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
    /** A button, and the choice of a file in the window that it opens. */
    async chooseFile(selector: string, file: FilePayload) {
      clicks += 2
      await page.locator(selector).setInputFiles(file)
    },
    /** @param title of the job in docs/console-jobs.md, whose counts must be these */
    expectAsDocumented(title: string) {
      expect(`${clicks}/${loads}`).toBe(documentedCount(title))
    },
  }
}

type FilePayload = Exclude<
  Parameters<ReturnType<Page['locator']>['setInputFiles']>[0],
  string | readonly unknown[]
>

/** “3/2”, clicks and loads, of a row of the table. */
function documentedCount(title: string): string | undefined {
  const document = new URL('../../docs/console-jobs.md', import.meta.url)
  const rows = readFileSync(document, 'utf8').split('\n')
  const row = rows.find((line) => line.startsWith(`| ${title} |`))
  return row?.split('|')[3]?.trim().split(',')[0]
}
