import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { runGuides, startExample } from './guide.ts'
import { signIn } from './people.ts'

const origin = 'http://localhost:8082'

test('the single-page application of the guide signs in, renews and signs out @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  await runGuides(['single-page-app'], serverUrl)
  const example = startExample(['examples/single-page-app/server.mjs'], { ISSUER: serverUrl })
  try {
    await example.printed(/listening on/)
    await page.goto(origin)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signIn(page, user)
    await expect(page.locator('#person')).toHaveText(`Hello ${user.email}. Tokens renewed: 0`)
    expect(page.url()).toBe(`${origin}/`)
    await page.getByRole('button', { name: 'Renew the token' }).click()
    await expect(page.locator('#person')).toHaveText(`Hello ${user.email}. Tokens renewed: 1`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.locator('#person')).toHaveText('Not signed in.')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.locator('#page-sign-in')).toBeVisible()
  } finally {
    await example.stop()
  }
})
