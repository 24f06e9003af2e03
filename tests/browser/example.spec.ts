import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { lastLineOf, runGuides, startExample } from './guide.ts'
import { signIn } from './people.ts'

const origin = 'http://localhost:8080'

test('the web application of the guide signs a person in and out, and lives on where that fails @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  const printed = await runGuides(['web-application'], serverUrl, 'printf %s "$CLIENT_SECRET"')
  const example = startExample(['examples/openid-client/app.mjs'], {
    ISSUER: serverUrl,
    CLIENT_ID: 'example-web',
    CLIENT_SECRET: lastLineOf(printed),
  })
  try {
    await example.printed(/listening on/)
    const again = page.getByRole('link', { name: 'Sign in' })
    for (const path of ['/callback', '/callback?code=made-up&state=made-up', '/sign-out']) {
      expect((await page.goto(origin + path))?.status(), path).toBe(400)
      await expect(again, path).toBeVisible()
    }

    const client = await store.clients.findByIdentifier('example-web')
    await store.clients.update(client?.id ?? 0, { consentRequired: true })
    await again.click()
    await signIn(page, user)
    const cancelled = page.waitForResponse((response) => response.url().startsWith(`${origin}/`))
    await page.locator('#consent-deny').click()
    expect((await cancelled).status()).toBe(400)
    await expect(page.getByText('You did not allow the sign-in.')).toBeVisible()

    await again.click()
    await signIn(page, user)
    const signedIn = page.waitForRequest((request) =>
      request.url().startsWith(`${origin}/callback?`),
    )
    await page.locator('#consent-approve').click()
    await expect(page.getByText(`Hello ${user.email}.`)).toBeVisible()
    // The same response again: the application does not redeem the code twice.
    expect((await page.goto((await signedIn).url()))?.status()).toBe(400)
    await page.goto(origin)
    await page.getByRole('link', { name: 'Sign out' }).click()
    await again.click()
    await expect(page.locator('#page-sign-in')).toBeVisible()
  } finally {
    await example.stop()
  }
})
