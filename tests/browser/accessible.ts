import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { note } from './finding.ts'
import {
  expectLargeTextToFit,
  expectSpacedTextToFit,
  expectStill,
  expectToFitPhone,
} from './layout.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The axe rules that depend on colours. All other rules give the same result in both themes. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright')
const source = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The page in its current state has no axe finding (WCAG 2.0 to 2.2, A and AA, and best practices), in light
 * and in dark.
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

/** The page in its current state has no axe finding about colours, in one of daisyUI's themes. */
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
 * Loads axe once per page, where the builder would load it twice for each analysis. No page has frames, so
 * axe needs no second page to merge their results. Options of lists are left out: the system draws hundreds
 * of countries and time zones, the page draws only the list.
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

/** Waits until colour transitions end; endless animations continue. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
    return Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

/** Checks the page in its current state with axe and on a phone. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectToFitPhone(page)
}

/** The same, with larger letters, wider spacing and less motion. */
export async function expectNobodyLeftOut(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1)
  await expectSound(page)
  await expectSpacedTextToFit(page)
  await expectLargeTextToFit(page)
  await expectStill(page)
}
