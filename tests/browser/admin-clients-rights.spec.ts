import { expect } from '@playwright/test'
import { aStoredGrant } from '#tests/support/granted.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aResource, aUser, grantToClient } from '#tests/support/people.ts'
import { clientPage, enterAsAdministrator, openClient, storedClient } from './admin-clients.ts'
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

test('the guide has the values of the client, and the secret once it is revealed', async ({
  page,
  store,
  serverUrl,
}) => {
  const { clientIdentifier, secret } = await openClient(page, store, 'connect')
  const steps = page.locator('#steps-nextjs')
  await expect(steps).toContainText(`AUTH_AUTHSERVER_ISSUER=${serverUrl}`)
  await expect(steps).toContainText(`AUTH_AUTHSERVER_ID=${clientIdentifier}`)
  await expect(steps).not.toContainText(secret)
  await page.locator('#reveal-secret').click()
  await expect(steps).toContainText(`AUTH_AUTHSERVER_SECRET=${secret}`)
  await expect(page.locator('#endpoints')).toContainText(`${serverUrl}/auth/token`)
})

test('another guide is a link away, and tells what it was written for @no-scripts', async ({
  page,
  store,
}) => {
  const { clientIdentifier } = await openClient(page, store, 'connect')
  await page.locator('#all-guides > summary').click()
  await page.locator('#guide-django').click()
  await expect(page.locator('#steps-django')).toContainText(
    `OIDC_RP_CLIENT_ID = '${clientIdentifier}'`,
  )
  await expect(page.locator('#guide-note')).toContainText(/^Written for mozilla-django-oidc \d/)
  await expect(page.locator('#guide-django')).toHaveAttribute('aria-current', 'true')
  await page.goto(page.url().replace('guide=django', 'guide=machine'))
  await expect(page.locator('#guide-note')).toContainText(/^Written for curl\. /)
})

test('the addresses that a guide needs are shown and added in one click', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'connect', { redirectUris: [] })
  const missing = page.locator('#missing-addresses')
  await expect(missing).toContainText('/api/auth/callback/authserver')
  await page.locator('#add-addresses').click()
  await expect(missing).toHaveCount(0)
  await expect(page.locator('#registered-redirect-uris')).toContainText(
    '/api/auth/callback/authserver',
  )
  const { redirectUris } = await storedClient(store, client)
  expect(redirectUris.map(({ uri }) => new URL(uri).pathname)).toEqual([
    '/api/auth/callback/authserver',
    '/',
  ])
})

test('the connection check shows the first sign-in @scripts', async ({ page, store }) => {
  const client = await openClient(page, store, 'connect')
  await expect(page.locator('#connection-check')).toContainText('Waiting for the first sign-in')
  const user = await aUser(store, { givenName: 'Zoë', familyName: 'Müller' })
  await aStoredGrant(store, user, client, { createdAt: new Date() })
  await expect(page.locator('#connected')).toContainText('Zoë Müller')
  await page.locator('#see-claims').click()
  await expect(page.locator('#in-token')).toBeVisible()
})

test('copies of an application that end each other’s sign-in are told', async ({ page, store }) => {
  const client = await openClient(page, store, 'connect')
  await expect(page.locator('#shared-sign-in')).toHaveCount(0)
  const details = { clientId: client.id, secondsSinceRotation: 30, sameNetwork: true }
  const auditEvent = 'refresh_token_replay_detected'
  const entry = { auditEvent, details: JSON.stringify(details), requestId: '', clientId: client.id }
  await store.auditLog.insertAll(Array(4).fill({ ...entry, createdAt: new Date() }))
  await page.reload()
  await expect(page.locator('#shared-sign-in')).toContainText('share one sign-in')
  await page.locator('#shared-sign-in a').click()
  await expect(page).toHaveURL(clientPage(client, 'tokens'))
})

test('the connection check shows a refused address beside the registered one, and adds it', async ({
  page,
  store,
  request,
}) => {
  const registered = 'https://app.example/callback'
  const client = await aClient(store, { redirectUris: [registered] })
  const refuse = async (redirectUri: string, count: number) => {
    await request.get(authorizePath({ ...client, redirectUri }))
    await expect
      .poll(() => store.refusalRecords.list({ clientId: client.id }, undefined, 9))
      .toHaveLength(count)
  }
  await refuse(`${registered}/`, 1)
  await enterAsAdministrator(page, store, clientPage(client, 'connect'))
  await expect(page.locator('#refused')).toContainText(`${registered}/`)
  await expect(page.locator('#refused mark')).toHaveText('/')
  await page.locator('#add-received').click()
  await expect(page.locator('#registered-redirect-uris')).toContainText(`${registered}/`)
  await refuse('https://evil.test/callback', 2)
  await page.reload()
  await expect(page.locator('#refused')).toContainText('https://evil.test/callback')
  await expect(page.locator('#refused')).toContainText('don’t add it')
  await expect(page.locator('#add-received')).toHaveCount(0)
})

test('the addresses that the application must send stand beside the configuration @no-scripts', async ({
  page,
  store,
}) => {
  const redirectUris = ['https://app.example/cb', 'com.example.app:/cb']
  const webOrigins = ['https://app.example']
  const client = await openClient(page, store, 'connect', { redirectUris, webOrigins })
  for (const uri of redirectUris) {
    await expect(page.locator('#registered-redirect-uris')).toContainText(uri)
  }
  await expect(page.locator('#registered-web-origins')).toContainText('https://app.example')
  await page.getByRole('link', { name: 'Add redirect URI' }).click()
  await page.waitForURL(`**/admin/clients/${client.id}/redirect-uris`)
})

test('a client that acts on its own behalf is told that it gets no token before it holds a permission @no-scripts', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'connect', { clientCredentialsEnabled: true })
  await expect(page.locator('#no-permission')).toContainText('gets no token')
  await page.getByRole('link', { name: 'Give permission' }).click()
  await expect(page).toHaveURL(clientPage(client, 'permissions'))
  await aResource(store, `depot-${client.id}`, ['read'])
  await grantToClient(store, client, `depot-${client.id}:read`)
  await page.goto(clientPage(client, 'connect'))
  await expect(page.locator('[id^=steps-]')).toBeVisible()
  await expect(page.locator('#no-permission')).toHaveCount(0)
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
  expect((await page.goto('/admin/clients/new'))?.status()).toBe(403)
})

test('who may read only sees each value once, a dash for none, and what the sign-in pages show @scripts', async ({
  page,
  store,
}) => {
  const texts = { displayName: 'Acme', showDisplayName: true, description: '' }
  const client = await aClient(store, { ...texts, showDescription: true, showLogo: false })
  await openConsole(
    page,
    await anAdministrator(store, 'admin-read'),
    clientPage(client, 'settings'),
  )
  const settings = page.locator('#settings')
  const names = await settings.locator('dt').allTextContents()
  expect(new Set(names).size).toBe(names.length)
  const valueNamed = (name: string) => settings.locator(`dt:text-is("${name}") + dd`)
  await expect(valueNamed('On the sign-in pages, show')).toHaveText('Display name, Description')
  await expect(valueNamed('Description')).toHaveText('–')
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
  await expect(page.locator('#permissions')).toContainText('You can’t list APIs')
  await page.goto(clientPage(client, 'tokens'))
  await expect(page.locator('#inIdToken')).toContainText('Default')
  for (const section of sections.filter((name) => name !== 'user-sessions')) {
    await page.goto(clientPage(powerful, section))
    await expect(page.locator('#beyond-reach')).toBeVisible()
    await expect(page.locator('main button[type=submit]')).toHaveCount(0)
  }
})
