import { expect } from '@playwright/test'
import { themes } from '#lib/domain/themes.ts'
import { aUser } from '#tests/support/people.ts'
import { expectContrastIn, expectSound } from './accessible.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { begin } from './journey.ts'
import { tabThrough } from './keyboard.ts'
import { expectLargeTextToFit, expectSpacedTextToFit, expectStill } from './layout.ts'
import { signIn } from './people.ts'
import { scenes, showingEverything } from './scenes.ts'

for (const { name, id, go } of scenes) {
  test(`nobody is left out by ${name} @scripts`, async ({ page, store, application }) => {
    const client = await showingEverything(store, application)
    await go({ page, store, user: await aUser(store), client })
    await expect(page.locator(`#${id}`)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectSpacedTextToFit(page)
    await expectLargeTextToFit(page)
    await expectStill(page)
    await tabThrough(page)
    await expectSound(page)
  })
}

test('what is typed wrong is told to screen readers when it happens @scripts', async ({
  page,
  client,
}) => {
  await begin(page, client)
  await page.locator('#signin-submit').click()
  const alert = page.getByRole('alert').filter({ hasText: /\S/ })
  await expect(alert).toHaveText('Enter your email.')
  await expect(page.locator('#email')).toHaveAccessibleDescription('Enter your email.')
  await expect(page.locator('#email')).toHaveAccessibleName('Email')
})

test.describe('every theme has contrast enough', () => {
  test('at the sign-in, refused @scripts', async ({ page, store, application, user }) => {
    await begin(page, await showingEverything(store, application))
    await signIn(page, { ...user, password: 'Not-the-one-1' })
    await expect(page.locator('#form-error')).toBeVisible()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const theme of themes) {
      await expectContrastIn(page, theme)
    }
  })

  test('in the console, with a table, badges and a message @scripts', async ({ page, store }) => {
    await aUser(store, { enabled: false })
    await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const theme of themes) {
      await expectContrastIn(page, theme)
    }
  })
})
