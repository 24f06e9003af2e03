import { expect } from '@playwright/test'
import { anImage } from '#tests/support/images.ts'
import { aClient } from '#tests/support/people.ts'
import { expectAccessible } from './accessible.ts'
import {
  anIdentifier,
  clientPage,
  openClient,
  openPublicClient,
  storedClient,
} from './admin-clients.ts'
import { confirm, expectToast } from './admin-users.ts'
import { test } from './fixtures.ts'
import { scriptsBegun } from './scripts-begun.ts'

test('settings warn before they are saved, and are refused at their field @scripts', async ({
  page,
  store,
}) => {
  const taken = await aClient(store, { clientIdentifier: anIdentifier() })
  const client = await openClient(page, store, 'settings')
  await page.locator('#clientIdentifier').fill(taken.clientIdentifier)
  await expect(page.getByText('has the new client ID')).toBeVisible()
  await page.locator('#enabled').uncheck()
  await expect(page.getByText('No one can sign in to it from now on.')).toBeVisible()
  await page.locator('#submit').click()
  await expect(page.locator('#clientIdentifier-error')).toHaveText(
    'Another application has this client ID.',
  )
  await expect(page.locator('#clientIdentifier')).toBeFocused()
  const identifier = anIdentifier('renamed')
  await page.locator('#clientIdentifier').fill(identifier)
  await page.locator('#websiteUrl').fill('ftp://example.org')
  await page.locator('#submit').click()
  await expect(page.locator('#websiteUrl-error')).toContainText('http:// or https://')
  await page.locator('#websiteUrl').fill('https://example.org')
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  await expect(page.locator('#client-identifier')).toHaveText(identifier)
  expect(await storedClient(store, client)).toMatchObject({
    clientIdentifier: identifier,
    websiteUrl: 'https://example.org',
    enabled: false,
  })
})

test('settings are saved without scripts; administrative scopes have a save of their own', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'settings')
  await page.locator('#displayName').fill('Acme Shop')
  await page.locator('#consentRequired').check()
  await page.locator('#submit').click()
  await expect(page.locator('h1')).toHaveText('Acme Shop')
  await page.locator('#allowed').check()
  await page.locator('#save-allowance').click()
  await expect
    .poll(() => storedClient(store, client))
    .toMatchObject({
      displayName: 'Acme Shop',
      consentRequired: true,
      enabled: true,
      administrativeScopesAllowed: true,
    })
})

test('the built-in client cannot be renamed, disabled or made public @scripts', async ({
  page,
  store,
}) => {
  const builtIn = await store.clients.findByIdentifier('admin-console-client')
  const { id } = builtIn ?? { id: 0 }
  const other = await openClient(page, store, 'settings')
  expect(other.id).not.toBe(id)
  await page.goto(clientPage({ id }, 'settings'))
  await expect(page.locator('#built-in')).toBeVisible()
  await expect(page.locator('#clientIdentifier')).not.toBeEditable()
  await expect(page.getByLabel('Enabled', { exact: true })).toHaveCount(0)
  await expect(page.locator('#allowed')).toHaveCount(0)
  await page.goto(clientPage({ id }, 'authentication'))
  await expect(page.locator('#make-public')).toHaveCount(0)
  await page.goto(clientPage({ id }, 'oauth2-flows'))
  await expect(page.locator('#browserFlow')).toBeDisabled()
  await page.locator('#ropc').selectOption('off')
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  await expect(page.locator('#browserFlow')).toBeChecked()
  expect(await storedClient(store, { id })).toMatchObject({
    enabled: true,
    isPublic: false,
    authorizationCodeEnabled: true,
  })
})

test('the console keeps the address to which sign-ins come back @scripts', async ({
  page,
  store,
  baseURL,
}) => {
  const builtIn = await store.clients.findByIdentifier('admin-console-client')
  const { id } = builtIn ?? { id: 0 }
  const callback = `${baseURL}/console/callback`
  await openClient(page, store, 'redirect-uris')
  await page.goto(clientPage({ id }, 'redirect-uris'))
  await scriptsBegun(page)
  await expect(page.locator('#built-in')).toBeVisible()
  await expect(page.locator('#redirect-uris')).toContainText('so it stays in the list')
  const fixed = page.locator('textarea[name$=entry]:read-only')
  await expect(fixed).toHaveCount(1)
  await expect(fixed).toHaveValue(callback)
  await expect(page.getByRole('button', { name: `Remove ${callback}` })).toBeDisabled()
  await expectAccessible(page)

  // The server refuses a handmade or outdated page.
  await fixed.evaluate((input: HTMLInputElement) => input.remove())
  await page.locator('textarea[name$=entry]').last().fill('https://other.example/callback')
  await page.locator('#submit').click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    `so it stays in the list: ${callback}`,
  )
  const { redirectUris } = await storedClient(store, { id })
  expect(redirectUris.map(({ uri }) => uri)).toContain(callback)
})

test('a new secret replaces the old one after a question @scripts', async ({ page, store }) => {
  const { secret, ...client } = await openClient(page, store, 'authentication')
  const shown = page.locator('#client-secret')
  await expect(shown).not.toContainText(secret)
  await page.locator('#reveal-secret').click()
  await expect(shown).toHaveText(secret)
  const entries = await store.auditLog.list({ auditEvent: 'viewed_client_secret' }, 1, 10)
  expect(entries.some(({ details }) => JSON.stringify(details).includes(`${client.id}`))).toBe(true)
  await expectAccessible(page)
  await confirm(page, 'renew-secret', /stops working at once/)
  await expectToast(page, 'Saved.')
  await expect(shown).not.toContainText(secret)
  await page.locator('#reveal-secret').click()
  await expect(shown).toHaveText(/^[0-9A-Za-z._-]{60}$/)
  await expect(shown).not.toHaveText(secret)
})

test('a client becomes public and confidential again after a question @scripts', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'authentication')
  await confirm(page, 'make-public', /refresh tokens stop working/)
  await expect(page.locator('#make-confidential')).toBeVisible()
  await expect(page.locator('#client-secret')).toHaveCount(0)
  expect(await storedClient(store, client)).toMatchObject({
    isPublic: true,
    pkceRequired: true,
    clientCredentialsEnabled: false,
  })
  await expectAccessible(page)
  await confirm(page, 'make-confidential', /A secret is made/)
  await expect(page.locator('#client-secret')).toBeVisible()
  expect(await storedClient(store, client)).toMatchObject({ isPublic: false })
})

test('flows follow the settings or say otherwise, and legacy ones warn @scripts', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'oauth2-flows')
  await page.locator('#pkce').selectOption('off')
  await expect(page.getByText('Without PKCE a stolen code')).toBeVisible()
  await page.locator('#implicit').selectOption('on')
  await expect(page.getByText('browser’s address and history')).toBeVisible()
  await page.locator('#ropc').selectOption('off')
  await page.locator('#machineFlow').uncheck()
  await expectAccessible(page)
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  expect(await storedClient(store, client)).toMatchObject({
    authorizationCodeEnabled: true,
    clientCredentialsEnabled: false,
    pkceRequired: false,
    implicitGrantEnabled: true,
    resourceOwnerPasswordCredentialsEnabled: false,
  })
  await page.locator('#implicit').selectOption('inherit')
  await page.locator('#submit').click()
  await expect
    .poll(() => storedClient(store, client))
    .toMatchObject({ implicitGrantEnabled: null, clientCredentialsEnabled: false })
})

test('a public client is told why it needs PKCE and has no client credentials @no-scripts', async ({
  page,
  store,
}) => {
  const client = await openPublicClient(page, store, 'oauth2-flows')
  await expect(page.locator('#pkce')).toBeDisabled()
  await expect(page.locator('#machineFlow')).toBeDisabled()
  await expect(page.locator('#flows')).toContainText('A public application has no secret')
  await page.locator('#submit').click()
  await expect
    .poll(() => storedClient(store, client))
    .toMatchObject({ clientCredentialsEnabled: false, authorizationCodeEnabled: true })
})

test('lifetimes are a number and a unit, and the idle one may not exceed the maximum', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'tokens')
  await expect(page.locator('#tokens')).toContainText('Default: 5 minutes')
  for (const [name, minutes] of Object.entries({ lifetime: '90', idle: '200', max: '100' })) {
    await page.locator(`#${name}-inherit`).uncheck()
    await page.locator(`#${name}`).fill(minutes)
  }
  await page.locator('#inIdToken').selectOption('on')
  await page.locator('#submit').click()
  await expect(page.locator('#idle-error')).toContainText('Choose a shorter time')
  await expect(page.locator('#lifetime')).toHaveValue('90')
  await page.locator('#max').fill('5')
  await page.locator('#max-unit').selectOption('hour')
  await page.locator('#submit').click()
  await expect
    .poll(() => storedClient(store, client))
    .toMatchObject({
      tokenExpirationInSeconds: 5_400,
      refreshTokenOfflineIdleTimeoutInSeconds: 12_000,
      refreshTokenOfflineMaxLifetimeInSeconds: 18_000,
      includeOpenIDConnectClaimsInIdToken: 'on',
    })
})

test('a logo is uploaded, shown and removed @scripts', async ({ page, store }) => {
  const client = await openClient(page, store, 'logo', { displayName: 'Acme' })
  const buffer = Buffer.from(await anImage('png', 300, 100))
  await page.locator('#picture').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.locator('#crop-unchanged').click()
  const logo = page.getByRole('img', { name: 'Logo of Acme' })
  await expect(logo).toBeVisible()
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await expect(page.locator('#not-shown')).toBeVisible()
  await expectAccessible(page)
  await confirm(page, 'delete-picture', /no longer see a logo/)
  await expect(page.locator('#logo')).toContainText('No logo')
  const answer = await page.request.get(`/client/logo/${client.clientIdentifier}`)
  expect(answer.status()).toBe(404)
})
