import { expect } from '@playwright/test'
import { aClient } from '#tests/support/people.ts'
import { clientPage, openClient } from './admin-clients.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'

const sections = [
  'settings',
  'authentication',
  'oauth2-flows',
  'redirect-uris',
  'web-origins',
  'permissions',
  'tokens',
  'logo',
  'user-sessions',
  'connect',
  'delete',
]

test('the configuration to copy has the values of the client, and the secret once it is revealed', async ({
  page,
  store,
  serverUrl,
}) => {
  const { clientIdentifier, secret, redirectUri } = await openClient(page, store, 'connect')
  for (const id of ['auth-js', 'openid-client', 'oauth2-proxy', 'env']) {
    const code = page.locator(`#snippet-${id}`)
    await expect(code).toContainText(serverUrl)
    await expect(code).toContainText(clientIdentifier)
    await expect(code).not.toContainText(secret)
  }
  await expect(page.locator('#snippet-oauth2-proxy')).toContainText(redirectUri)
  await page.locator('#reveal-secret').click()
  await expect(page.locator('#snippet-env')).toContainText(`OIDC_CLIENT_SECRET=${secret}`)
  await expect(page.locator('#endpoints')).toContainText(`${serverUrl}/auth/token`)
})

test('who may read only is shown values and no buttons @scripts', async ({ page, store }) => {
  const client = await aClient(store, { displayName: 'Acme' })
  const reader = await anAdministrator(store, 'admin-read')
  await openConsole(page, reader, '/admin/clients')
  await expect(page.locator('#new-client')).toHaveCount(0)
  for (const section of sections.filter((name) => name !== 'delete')) {
    await page.goto(clientPage(client, section))
    await expect(page.locator('#read-only')).toBeVisible()
    await expect(page.locator('main button[type=submit]')).toHaveCount(0)
  }
  expect((await page.goto('/admin/clients/new'))?.status()).toBe(404)
})

test('an administrator of clients changes ordinary ones and is told what is beyond their reach @scripts', async ({
  page,
  store,
}) => {
  const client = await aClient(store)
  const powerful = await aClient(store, { administrativeScopesAllowed: true })
  const person = await anAdministrator(store, 'manage-clients')
  await openConsole(page, person, clientPage(client, 'settings'))
  await expect(page.locator('#allowed')).toHaveCount(0)
  await page.locator('#displayName').fill('Changed')
  await page.locator('#submit').click()
  await expect(page.locator('h1')).toHaveText('Changed')
  await page.goto(clientPage(client, 'permissions'))
  await expect(page.locator('#permissions')).toContainText('You may not list resources')
  await page.goto(clientPage(client, 'tokens'))
  await expect(page.locator('#inIdToken')).toContainText('Default')
  for (const section of sections.filter((name) => name !== 'user-sessions')) {
    await page.goto(clientPage(powerful, section))
    await expect(page.locator('#beyond-reach')).toBeVisible()
    await expect(page.locator('main button[type=submit]')).toHaveCount(0)
  }
})
