import { expect, type Page } from '@playwright/test'

/** Minimum touch target (WCAG 2.5.5), in CSS pixels. */
export const minTouchTarget = 44

/** On a phone, every link of the page's main part is hit with a finger: broad enough, and covered by nothing. */
export async function expectLinksHit(page: Page): Promise<void> {
  const before = page.viewportSize()
  const browser = await page.context().newCDPSession(page)
  const setTouch = (enabled: boolean) =>
    browser.send('Emulation.setTouchEmulationEnabled', { enabled })
  await setTouch(true)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  expect(await missedLinks(page)).toEqual([])
  await setTouch(false)
  if (before) await page.setViewportSize(before)
}

/** Links that are lower than a touch target, or covered at their edges. */
function missedLinks(page: Page): Promise<string[]> {
  return page.locator('main a[href]').evaluateAll((links, least) => {
    const isMissed = (link: Element) => {
      link.scrollIntoView({ block: 'center' })
      const [box = new DOMRect()] = link.getClientRects()
      const { x, y, width, height } = box
      const isHit = (at: number) => link.contains(document.elementFromPoint(x + width / 2, at))
      return height <= least - 0.5 || !isHit(y + 1) || !isHit(y + height - 1)
    }
    return links
      .filter((link) => link.checkVisibility())
      .filter(isMissed)
      .map((link) => `${link.outerHTML.slice(0, 150)} ${link.clientHeight}`)
  }, minTouchTarget)
}
