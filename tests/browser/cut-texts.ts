import type { Page } from '@playwright/test'

/**
 * Texts that are cut, or overflow their box or the window. Exempt are scrollable boxes, form fields, texts
 * with an ellipsis and a title, and list excerpts that link to the full text. Numbers in times are measured
 * with two digits, so that the time of the run makes no difference.
 * @returns for each text its tag, classes, overflow in pixels, and beginning
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Map<Element, string>()
    const scrolls = (value: string) => value === 'auto' || value === 'scroll'
    // Text for screen readers only is inside a box of one pixel.
    const isClipped = (element: Element) => {
      for (
        let one: Element | null = element;
        one && one !== document.body;
        one = one.parentElement
      ) {
        const { overflowX } = getComputedStyle(one)
        if (scrolls(overflowX) || (overflowX === 'hidden' && one.clientWidth <= 1)) return true
      }
      return false
    }
    const hasEllipsis = (element: Element) => {
      const { textOverflow, whiteSpace } = getComputedStyle(element)
      const isCut = textOverflow === 'ellipsis' && whiteSpace === 'nowrap'
      return isCut && element.closest('[title]') !== null
    }
    const ellipsisAround = (element: Element) => {
      let one: Element | null = element
      while (one && one !== document.body && !hasEllipsis(one)) one = one.parentElement
      return one === document.body ? null : one
    }
    const report = (element: Element, way: string, pixels: number) => {
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
      const text = (element.textContent ?? '').trim().slice(0, 60)
      if (text !== '') found.set(element, `${way} ${Math.round(pixels)}: ${name} “${text}”`)
    }
    const hasOwnText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    const widened = [...document.querySelectorAll('time')].map(({ firstChild: text }) => {
      const was = text?.nodeValue ?? ''
      if (text) text.nodeValue = was.replace(/(?<!\p{Nd})\p{Nd}(?!\p{Nd})/gu, '$&$&')
      return () => {
        if (text) text.nodeValue = was
      }
    })
    for (const element of document.body.querySelectorAll<HTMLElement>('*:not(svg *)')) {
      // 1 pixel: text for screen readers only. 0: an inline element without a box of its own.
      if (element.clientWidth <= 1 || !element.checkVisibility({ visibilityProperty: true }))
        continue
      if (element.matches('input, textarea, select, option, script, style')) continue
      const style = getComputedStyle(element)
      if (hasEllipsis(element)) continue
      const isExcerpt = style.webkitLineClamp !== 'none'
      if (isExcerpt && element.closest('tr')?.querySelector('a')) continue
      const wide = element.scrollWidth - element.clientWidth
      if (wide > 1 && !scrolls(style.overflowX)) report(element, 'wide', wide)
      const high = element.scrollHeight - element.clientHeight
      // Glyphs may be slightly taller than a narrow line.
      const isHigh = high > Math.max(4, Number.parseFloat(style.fontSize) / 4)
      if (isHigh && !scrolls(style.overflowY) && hasOwnText(element)) report(element, 'high', high)
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || found.has(element)) continue
      if (!element.checkVisibility({ visibilityProperty: true }) || isClipped(element)) continue
      range.selectNodeContents(node)
      // What an ellipsis replaces is not drawn.
      const drawn = ellipsisAround(element) ?? range
      const { left, right, width } = drawn.getBoundingClientRect()
      const out = Math.max(-left, right - document.documentElement.clientWidth)
      if (width > 0 && out > 1 && right > 0) report(element, 'outside', out)
    }
    for (const restore of widened) restore()
    // Of nested boxes only the innermost is reported.
    return [...found]
      .filter(([one]) => ![...found.keys()].some((other) => one !== other && one.contains(other)))
      .map(([, told]) => told)
  })
}
