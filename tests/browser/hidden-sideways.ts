import { expect, type Page } from '@playwright/test'

/** Widths of desktops, with the menu at the side; at the second the pages of a record stand beside it too. */
const desktops = [1024, 1280]

/** On a desktop nothing of the page is seen only by those who scroll sideways. */
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
 * Boxes with a table, a list or a button in them that show a part of it only to those who scroll
 * sideways: phones, and systems whose scrollbars lie over the page, say nothing of what is further on.
 * @returns for each how many pixels it hides, and how it begins
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
