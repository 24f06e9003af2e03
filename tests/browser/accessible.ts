import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { note } from './finding.ts'
import { expectToFitPhone } from './layout.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe says that depends on colours. All its other rules find in the dark what they find in the light. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright')
const source = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * No axe finding (WCAG 2.0 to 2.2, A and AA, and its best practices) in the page as it stands, in
 * light and in dark.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await show(page, 'light')
  const all = await (await axe(page)).withTags(tags).analyze()
  expect(findingsOf(all), 'light').toEqual([])
  const undecided = new Set(all.incomplete.map(({ id }) => id))
  await show(page, 'dark')
  await expectContrast(page, 'dark')
  await note(page, 'axe', { held: all.passes.length, undecided: [...undecided] })
}

/** No axe finding about colours in the page as it stands, with one of daisyUI's themes. */
export async function expectContrastIn(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
  await settled(page)
  await expectContrast(page, theme)
  await note(page, 'contrast')
}

async function expectContrast(page: Page, name: string): Promise<void> {
  const results = await (await axe(page)).withRules(rulesOfColours).analyze()
  expect(results.passes.length + results.incomplete.length, name).toBeGreaterThan(0)
  expect(findingsOf(results), name).toEqual([])
}

/**
 * No page has frames, so axe needs no page of its own to join what it found in them. The choices of a
 * list are drawn by the system, not by the page: hundreds of countries and time zones are left out, the
 * list itself is not. The builder would load the whole of axe twice each time it looks, and a page gets
 * it once here.
 */
async function axe(page: Page): Promise<AxeBuilder> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return new AxeBuilder({ page, axeSource: 'true' })
    .setLegacyMode(true)
    .exclude('select > option')
    .options({ resultTypes: ['violations', 'incomplete'] })
}

function findingsOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((one) => one.html).join('\n')}`)
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await settled(page)
}

/** Waits until colours that change have changed; what moves for ever goes on. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
    return Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

/** Neither axe nor a phone finds anything wrong with the page as it stands. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectToFitPhone(page)
}
