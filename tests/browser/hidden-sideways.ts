import { expect, type Page } from '@playwright/test'

/** Desktop widths with the menu at the side; the second also shows a record's menu beside the page. */
const desktops = [1024, 1280]

/** On a desktop, no part of the page is hidden behind horizontal scrolling. */
export async function expectNothingHidden(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of desktops) {
    await page.setViewportSize({ width, height: 800 })
    await expect(async () => {
      expect(await hiddenSideways(page), `${page.url()} at ${width} pixels`).toEqual([])
    }).toPass({ timeout: 15_000 })
  }
  if (before) await page.setViewportSize(before)
}

/**
 * Boxes with a table, list or button that hide a part behind horizontal scrolling. Phones, and systems with
 * overlay scrollbars, give no hint that there is more.
 * @returns for each box the hidden pixels and the beginning of its text
 */
function hiddenSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((box) => /auto|scroll|hidden/.test(getComputedStyle(box).overflowX))
      .filter((box) => box.clientWidth > 1 && box.querySelector('table, ul, button'))
      .map((box) => ({ box, hidden: box.scrollWidth - box.clientWidth }))
      .filter(({ hidden }) => hidden > 1)
      .map(({ box, hidden }) => `${hidden} pixels of “${box.textContent?.trim().slice(0, 60)}”`),
  )
}
