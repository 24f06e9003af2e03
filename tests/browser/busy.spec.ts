import { expect, type Locator } from '@playwright/test'
import { aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'

test('a button that is sending keeps its colours, so that its words can be read @scripts', async ({
  page,
  store,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openConsole(page, await aPerson(store), '/account/profile')
  await page.locator('#givenName').fill('Countess')
  const button = page.locator('#submit')
  const colours = await coloursOf(button)
  // Leaves the form unanswered.
  await page.route('**/account/profile/submit', () => {})
  await button.press('Enter')
  await expect(button).toHaveText('One moment…')
  expect(await coloursOf(button)).toEqual(colours)
})

function coloursOf(button: Locator): Promise<readonly string[]> {
  return button.evaluate((element) => {
    const { color, backgroundColor, opacity } = getComputedStyle(element)
    return [color, backgroundColor, opacity]
  })
}
