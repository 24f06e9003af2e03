import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { runGuides, startExample } from './guide.ts'
import { signIn } from './people.ts'

const origin = 'http://localhost:8080'

test('the web application of the guide signs a person in and out @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  const clientSecret = await runGuides(['web-application'], serverUrl, 'printf %s "$CLIENT_SECRET"')
  const example = startExample(['examples/openid-client/app.mjs'], {
    ISSUER: serverUrl,
    CLIENT_ID: 'example-web',
    CLIENT_SECRET: clientSecret,
  })
  try {
    await example.printed(/listening on/)
    await page.goto(origin)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, user)
    await expect(page.getByText(`Hello ${user.email}.`)).toBeVisible()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.locator('#page-sign-in')).toBeVisible()
  } finally {
    await example.stop()
  }
})
