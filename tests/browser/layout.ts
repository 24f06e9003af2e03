import { expect, type Page } from '@playwright/test'
import { cutTexts } from './cut-texts.ts'
import { note } from './finding.ts'

/** The page fits a phone of 320 pixels: no horizontal scrolling, no cut text. */
export async function expectToFitPhone(page: Page): Promise<void> {
  await expectAllSeen(page, 320)
  await note(page, 'phone')
}

/** The page loses nothing when the browser's font size is doubled (WCAG 1.4.4). */
export async function expectLargeTextToFit(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const setLetters = (pixels: number) =>
    browser.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
  await setLetters(32)
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  expect(size, 'the page takes the size that the browser is set to').toBe('32px')
  await expectAllSeen(page, 1280)
  await note(page, 'large text')
  // The session ends with the page: its detachment would take a virtual authenticator with it.
  await setLetters(16)
}

/** The page loses nothing with wider line, letter and word spacing (WCAG 1.4.12). */
export async function expectSpacedTextToFit(page: Page): Promise<void> {
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet()
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [spacing]
  })
  await expectAllSeen(page, 1280)
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  await note(page, 'spacing')
}

export async function expectStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => effect instanceof KeyframeEffect && effect.target?.className),
    )
  await expect.poll(moving).toEqual([])
  await note(page, 'motion')
}

/** At this width the page does not scroll horizontally, and no text is cut. */
async function expectAllSeen(page: Page, width: number): Promise<void> {
  const before = page.viewportSize()
  const isOther = before?.width !== width
  if (isOther) await page.setViewportSize({ width, height: 640 })
  const name = `${page.url()} at ${width} pixels`
  // The layout may still be changing when it is measured.
  await expect(async () => {
    expect(await cutTexts(page), name).toEqual([])
    expect(await sidewaysPixels(page), name).toBeLessThanOrEqual(0)
  }).toPass({ timeout: 15_000 })
  if (before && isOther) await page.setViewportSize(before)
}

function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}
