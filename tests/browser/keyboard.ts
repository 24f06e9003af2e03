import { expect, type Page } from '@playwright/test'
import { note } from './finding.ts'

export interface Stop {
  /** Its id, or its name. */
  readonly name: string
  readonly isVisible: boolean
  readonly isCovered: boolean
}

/**
 * Tabs through the page until the focus leaves it. Every stop has a visible indicator, nothing covers it, and
 * the focus is never trapped (WCAG 2.1.2, 2.4.7, 2.4.11).
 * @param from selector of the element to start in
 * @returns the stops in order
 */
export async function tabThrough(page: Page, from = 'body'): Promise<Stop[]> {
  const stops: Stop[] = []
  // A fading indicator would still be visible after the focus has left.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // A trapped focus reaches any bound. Boxes that scroll are stops, too, so controls alone are too few.
  const maxStops = 2 * (await remember(page)) + 10
  await page.locator(from).focus()
  for (;;) {
    await page.keyboard.press('Tab')
    const focused = await stopAt(page)
    if (!focused) break
    stops.push(focused)
    expect(stops.length, 'the focus never leaves the page').toBeLessThan(maxStops)
  }
  expect(stops.filter(({ isVisible }) => !isVisible).map(({ name }) => name)).toEqual([])
  expect(stops.filter(({ isCovered }) => isCovered).map(({ name }) => name)).toEqual([])
  await note(page, 'keyboard')
  return stops
}

/**
 * Remembers the styles of focusable elements while none has the focus.
 * @returns how many there are
 */
function remember(page: Page): Promise<number> {
  return page.evaluate(() => {
    window.scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // The box around a control, or the element that replaces a hidden one, may carry the indicator.
    const around = (element: Element) => [
      element,
      element.parentElement,
      element.nextElementSibling,
      element.closest('label'),
    ]
    const marksOf = (element: Element) =>
      around(element).map((one) => {
        if (!one) return ''
        // Properties are read by name: listing a whole style takes longer than everything else here.
        const style = getComputedStyle(one)
        const { outlineStyle, outlineWidth, outlineColor } = style
        const outline = outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`
        return `${outline}|${style.boxShadow}|${style.borderColor}|${style.backgroundColor}`
      })
    const before = new Map<Element, string[]>()
    for (const one of document.querySelectorAll(
      'a, button, input, select, textarea, [tabindex], summary',
    )) {
      before.set(one, marksOf(one))
    }
    const isMarked = (element: Element) =>
      marksOf(element).some((mark, index) => mark !== before.get(element)?.[index])
    Object.assign(window, { isMarked })
    return before.size
  })
}

/** The focused element: whether it looks different from before, and whether it is covered. */
function stopAt(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const { isMarked } = window as unknown as { isMarked: (one: Element) => boolean }
    const box = element.getBoundingClientRect()
    const x = Math.min(Math.max(box.left + Math.min(box.width / 2, 40), 0), innerWidth - 1)
    // The middle of the element's visible part.
    const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2
    const top = document.elementFromPoint(x, y)
    const isPart = top !== null && (element.contains(top) || top.contains(element))
    const isLabel = element.closest('label')?.contains(top) ?? false
    const text = (element.getAttribute('aria-label') ?? element.innerText).trim()
    return {
      name: element.id || text,
      isVisible: isMarked(element),
      isCovered: box.width > 1 && !isPart && !isLabel,
    }
  })
}
