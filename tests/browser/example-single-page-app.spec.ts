import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { test } from './fixtures.ts'
import { runGuides, startExample } from './guide.ts'
import { signIn } from './people.ts'

const origin = 'http://localhost:8082'

test('the single-page application of the guide signs in, renews, signs out, and says what failed @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  await runGuides(['single-page-app'], serverUrl)
  const example = startExample(['examples/single-page-app/server.mjs'], { ISSUER: serverUrl })
  try {
    await example.printed(/listening on/)
    const begin = page.getByRole('button', { name: 'Sign in' })
    await page.goto(`${origin}/callback`)
    await expect(page.locator('#person')).toHaveText(/^Not signed in: ./)

    const client = await store.clients.findByIdentifier('example-spa')
    await store.clients.update(client?.id ?? 0, { consentRequired: true })
    await begin.click()
    await signIn(page, user)
    await page.locator('#consent-deny').click()
    await expect(page.locator('#person')).toHaveText(/^Not signed in: .*declined/)

    await begin.click()
    await signIn(page, user)
    await page.locator('#consent-approve').click()
    await expect(page.locator('#person')).toHaveText(`Hello ${user.email}. Tokens renewed: 0`)
    expect(page.url()).toBe(`${origin}/`)
    await page.getByRole('button', { name: 'Renew the token' }).click()
    await expect(page.locator('#person')).toHaveText(`Hello ${user.email}. Tokens renewed: 1`)
    // A reload clears the memory; one click signs in again without a page.
    await page.reload()
    await expect(page.locator('#person')).toHaveText('Not signed in.')
    await begin.click()
    await expect(page.locator('#person')).toHaveText(`Hello ${user.email}. Tokens renewed: 0`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.locator('#person')).toHaveText('Not signed in.')
    await begin.click()
    await signIn(page, user)
    await expect(page.locator('#person')).toHaveText(`Hello ${user.email}. Tokens renewed: 0`)

    // The session ends elsewhere, so its tokens cannot be renewed.
    for (const { id } of await sessionsOf(store, user.id)) await store.sessions.remove(id)
    await page.getByRole('button', { name: 'Renew the token' }).click()
    await expect(page.locator('#person')).toHaveText(/^Not signed in: .*session/)
    await begin.click()
    await expect(page.locator('#page-sign-in')).toBeVisible()
  } finally {
    await example.stop()
  }
})
