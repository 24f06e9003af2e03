import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { scenes, showingEverything } from './scenes.ts'

for (const { name, id, go } of scenes.filter(({ name }) => name.endsWith(', refused'))) {
  test(`the title says that something was refused: ${name} @no-scripts`, async ({
    page,
    store,
    application,
  }) => {
    const client = await showingEverything(store, application)
    await go({ page, store, user: await aUser(store), client })
    await expect(page.locator(`#${id}`)).toBeVisible()
    await expect(page).toHaveTitle(/ - Error: \S/)
  })
}

test('the title of a form that nobody has sent says nothing of an error', async ({ page }) => {
  await page.goto('/account/register')
  await expect(page).toHaveTitle(/ - Register$/)
})
