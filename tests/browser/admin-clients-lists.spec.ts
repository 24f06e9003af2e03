import { expect, type Locator } from '@playwright/test'
import { aResource } from '#tests/support/people.ts'
import { expectAccessible } from './accessible.ts'
import { anIdentifier, clientPage, openClient, storedClient } from './admin-clients.ts'
import { expectToast } from './admin-users.ts'
import { test } from './fixtures.ts'
import { expectToFitPhone } from './layout.ts'
import { scriptsBegun } from './scripts-begun.ts'

test('several edits of the redirect URIs are saved together; what is wrong is told at its row @scripts', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'redirect-uris', {
    redirectUris: ['https://one.example/callback', 'https://two.example/callback'],
  })
  const inputs = page.locator('textarea[name$=entry]')
  await inputs.last().fill('https://three.example/#part')
  await inputs.last().press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toContainText('without #')
  await expect(inputs).toHaveCount(4)
  await expect(inputs.last()).toBeFocused()
  await inputs.nth(2).fill('https://three.example/')
  await inputs.last().fill('com.example.app:/callback')
  await page.getByRole('button', { name: 'Remove https://one.example/callback' }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 unsaved changes' })).toBeVisible()
  await expectAccessible(page)
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  await expect(page.getByText(/unsaved change/)).toHaveCount(0)
  const { redirectUris } = await storedClient(store, client)
  expect(redirectUris.map(({ uri }) => uri).toSorted()).toEqual([
    'com.example.app:/callback',
    'https://three.example/',
    'https://two.example/callback',
  ])
})

test('two administrators edit one list: the second keeps the edits and may reload @scripts', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'web-origins')
  const inputs = page.locator('textarea[name$=entry]')
  await store.clients.addWebOrigins(client.id, ['https://other.example'])
  await inputs.last().fill('HTTPS://Mine.example/')
  await page.locator('#submit').click()
  const alert = page.getByRole('alert').filter({ hasText: /\S/ })
  await expect(alert).toContainText('Someone else changed this while you were editing')
  await alert.getByText('See the difference').click()
  await expectAccessible(page)
  await expect(inputs.first()).toHaveValue('HTTPS://Mine.example/')
  await page.getByRole('button', { name: /^Load the current version/ }).click()
  await expect(inputs.first()).toHaveValue('https://other.example')
  await scriptsBegun(page)
  await inputs.last().fill('HTTPS://Mine.example/')
  await page.locator('#submit').click()
  await expect(inputs.nth(1)).toHaveValue('https://mine.example')
  await inputs.last().fill('https://wrong.example/path')
  await inputs.last().blur()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'scheme and host only',
  )
  await page.locator('#submit').click()
  await expect(inputs.last()).toBeFocused()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText(/unsaved change/)).toHaveCount(0)
})

test('a list is edited without scripts: the last row adds, an empty one removes @no-scripts', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'web-origins', { webOrigins: ['https://a.example'] })
  const inputs = page.locator('textarea[name$=entry]')
  await inputs.first().fill('')
  await inputs.last().fill('https://b.example/path')
  await page.locator('#submit').click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'https://b.example/path: Enter scheme and host only',
  )
  await expect(inputs.nth(1)).toHaveValue('https://b.example/path')
  await inputs.nth(1).fill('https://b.example')
  await page.locator('#submit').click()
  await expect(inputs.first()).toHaveValue('https://b.example')
  const { webOrigins } = await storedClient(store, client)
  expect(webOrigins.map(({ origin }) => origin)).toEqual(['https://b.example'])
})

test('what a client may do itself is picked by resource and permission @scripts', async ({
  page,
  store,
}) => {
  const resource = anIdentifier('depot')
  await aResource(store, resource, ['read', 'write'])
  const client = await openClient(page, store, 'permissions')
  await expect(page.locator('#permissions')).toContainText('No permissions yet')
  const grant = async (name: RegExp) => {
    await page.getByLabel('API', { exact: true }).selectOption(resource)
    const choice = page.getByLabel('Permission', { exact: true })
    await expect(choice).toBeEnabled()
    const option = choice.locator('option', { hasText: name })
    await choice.selectOption(await option.getAttribute('value'))
    await page.locator('#grant').click()
  }
  await grant(/^read/)
  await grant(/^write/)
  await expect(page.getByLabel('Permission', { exact: true })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Remove ${resource}:write` }).click()
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  const held = page.getByRole('list', { name: 'Permissions' })
  await expect(held.getByRole('listitem')).toHaveCount(1)
  await expect(held).not.toContainText('Not saved yet')

  // A concurrent change of the list: the edits stay, and nothing is saved.
  await store.permissionGrants.remove(
    { kind: 'client', id: client.id },
    await store.permissionGrants.idsOf({ kind: 'client', id: client.id }),
  )
  await page.getByRole('button', { name: `Remove ${resource}:read` }).click()
  await page.locator('#submit').click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'Someone else changed this while you were editing',
  )
  await expect(held).toContainText('Removed when saved')
  await page.getByRole('button', { name: /^Load the current version/ }).click()
  await expect(page.locator('#permissions')).toContainText('No permissions yet')
  await expectToFitPhone(page)
})

test('permissions and redirect URIs say when no flow uses them @scripts', async ({
  page,
  store,
}) => {
  const flows = { authorizationCodeEnabled: false, clientCredentialsEnabled: false }
  const client = await openClient(page, store, 'permissions', flows)
  await expect(page.locator('#unused')).toBeVisible()
  await expect(page.locator('#submit')).toHaveCount(0)
  await page.goto(clientPage(client, 'redirect-uris'))
  await expect(page.locator('#unused')).toBeVisible()
  await expect(page.locator('#submit')).toHaveCount(0)
  await page.locator('#unused').getByRole('link').click()
  await expect(page).toHaveURL(clientPage(client, 'oauth2-flows'))
})

test('several addresses pasted into a row become a row each, and Enter of an input method adds none @scripts', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'web-origins')
  await scriptsBegun(page)
  const inputs = page.locator('textarea[name$=entry]')
  await pasteInto(inputs, 'https://a.example\r\nhttps://b.example\n')
  await expect(inputs).toHaveCount(2)
  await expect(inputs.last()).toHaveValue('https://b.example')
  await inputs.last().evaluate((input) => {
    const press = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
    input.dispatchEvent(new KeyboardEvent('keydown', press))
  })
  await expect(inputs).toHaveCount(2)
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  const { webOrigins } = await storedClient(store, client)
  expect(webOrigins.map(({ origin }) => origin).toSorted()).toEqual([
    'https://a.example',
    'https://b.example',
  ])
})

/** Pastes lines into the last row of a list. */
async function pasteInto(inputs: Locator, text: string): Promise<void> {
  await inputs.last().evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

test('a native application keeps every shape of an address as it was typed @scripts', async ({
  page,
  store,
}) => {
  const typed = [
    'app.example:/',
    'app.example:///cb',
    'com.example.app:/cb?x=1',
    'https://app.example/cb',
  ]
  const isNative = { kind: 'native', isPublic: true, redirectUris: [] } as const
  const client = await openClient(page, store, 'redirect-uris', isNative)
  await scriptsBegun(page)
  await pasteInto(page.locator('textarea[name$=entry]'), typed.join('\n'))
  await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(0)
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  const { redirectUris } = await storedClient(store, client)
  expect(redirectUris.map(({ uri }) => uri).toSorted()).toEqual(typed.toSorted())
})

test('a single-page application is told of addresses at which browsers refuse its sign-in @scripts', async ({
  page,
  store,
}) => {
  const isInBrowser = { kind: 'spa', isPublic: true, redirectUris: [] } as const
  await openClient(page, store, 'redirect-uris', isInBrowser)
  await scriptsBegun(page)
  const told = page.getByText('Browsers refuse this sign-in at an http address.')
  const inputs = page.locator('textarea[name$=entry]')
  for (const [address, count] of [
    ['http://192.168.0.185:8000/', 1],
    ['http://localhost:5173/', 0],
    ['http://app.local/', 1],
    ['http://app.localhost/', 0],
  ] as const) {
    await inputs.last().fill(address)
    await expect(told, address).toHaveCount(count)
  }
})
