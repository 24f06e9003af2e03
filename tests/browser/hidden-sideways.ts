import type { Page } from '@playwright/test'

/**
 * Boxes with a table, a list or a button in them that show a part of it only to those who scroll
 * sideways: phones, and systems whose scrollbars lie over the page, say nothing of what is further on.
 * @returns for each how many pixels it hides, and how it begins
 */
export function hiddenSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((box) => /auto|scroll|hidden/.test(getComputedStyle(box).overflowX))
      .filter((box) => box.clientWidth > 1 && box.querySelector('table, ul, button'))
      .map((box) => ({ box, hidden: box.scrollWidth - box.clientWidth }))
      .filter(({ hidden }) => hidden > 1)
      .map(({ box, hidden }) => `${hidden} pixels of “${box.textContent?.trim().slice(0, 60)}”`),
  )
}
