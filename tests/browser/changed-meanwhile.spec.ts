import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openClient, storedClient } from './admin-clients.ts'
import { anAdministrator, aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { scriptsBegun } from './scripts-begun.ts'

async function save(page: Page): Promise<void> {
  await scriptsBegun(page)
  await page.locator('#submit').click()
  await expectSaved(page)
}

async function expectSaved(page: Page): Promise<void> {
  // The message of an earlier save may still be visible.
  await expect(page.getByText(/unsaved change/)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' }).first()).toBeVisible()
}

test('a client that another administrator disabled stays disabled when somebody renames it', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'settings', { displayName: 'Shop' })
  await store.clients.update(client.id, { enabled: false })
  await page.locator('#displayName').fill('Corner shop')
  await save(page)
  expect(await storedClient(store, client)).toMatchObject({
    enabled: false,
    displayName: 'Corner shop',
  })
  await expect(page.locator('#enabled')).not.toBeChecked()

  await store.clients.update(client.id, { description: 'Written by somebody else' })
  await page.locator('#displayName').fill('Shop at the corner')
  await save(page)
  expect(await storedClient(store, client)).toMatchObject({
    enabled: false,
    displayName: 'Shop at the corner',
    description: 'Written by somebody else',
  })
})

test('whoever changes what another administrator changed is told, and may save again', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'settings', { displayName: 'Shop' })
  await store.clients.update(client.id, { displayName: 'Theirs', consentRequired: true })
  await page.locator('#displayName').fill('Mine')
  await scriptsBegun(page)
  await page.locator('#submit').click()
  await expect(page.locator('#displayName')).toHaveAccessibleDescription(
    /Someone else changed this to “Theirs”/,
  )
  await expect(page.locator('#displayName')).toHaveValue('Mine')
  expect(await storedClient(store, client)).toMatchObject({ displayName: 'Theirs' })

  await page.locator('#submit').click()
  await expectSaved(page)
  expect(await storedClient(store, client)).toMatchObject({
    displayName: 'Mine',
    consentRequired: true,
  })
})

test('both values of every field that two administrators changed stand side by side @scripts', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'settings', { displayName: 'Shop' })
  await store.clients.update(client.id, { displayName: 'Theirs', description: 'Their words' })
  await page.locator('#displayName').fill('Mine')
  await page.locator('#description').fill('My words')
  await scriptsBegun(page)
  await page.locator('#submit').click()
  const notice = page.locator('#changed-meanwhile')
  await expect(notice).toContainText('Your edits are still here')
  await notice.getByText('See the difference').click()
  await expect(notice.getByRole('row', { name: /Mine.*Theirs/ })).toBeVisible()
  await expect(notice.getByRole('row', { name: /My words.*Their words/ })).toBeVisible()
  await expectAccessible(page)
  await page.locator('#submit').click()
  await expectSaved(page)
  await expect(notice).toHaveCount(0)
  expect(await storedClient(store, client)).toMatchObject({
    displayName: 'Mine',
    description: 'My words',
  })
})

test('what each side added to a list and removed from it stands side by side', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'web-origins', {
    webOrigins: ['https://a.example', 'https://b.example'],
  })
  await store.clients.removeWebOrigins(client.id, ['https://a.example'])
  await store.clients.addWebOrigins(client.id, ['https://theirs.example'])
  const inputs = page.locator('textarea[name$=entry]')
  await inputs.nth(1).fill('https://mine.example')
  await scriptsBegun(page)
  await page.locator('#submit').click()
  const notice = page.locator('#changed-meanwhile')
  await expect(notice).toContainText('Your edits are still here')
  await notice.getByText('See the difference').click()
  const added = /Added.*mine\.example.*theirs\.example/
  await expect(notice.getByRole('row', { name: added })).toBeVisible()
  const removed = /Removed.*b\.example.*a\.example/
  await expect(notice.getByRole('row', { name: removed })).toBeVisible()
  await expect(inputs.nth(1)).toHaveValue('https://mine.example')
})

test('a flow that another administrator switched off stays off when somebody changes another one', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'oauth2-flows')
  await store.clients.update(client.id, { clientCredentialsEnabled: false })
  await page.locator('#ropc').selectOption('off')
  await save(page)
  expect(await storedClient(store, client)).toMatchObject({
    clientCredentialsEnabled: false,
    resourceOwnerPasswordCredentialsEnabled: false,
  })
  await expect(page.locator('#machineFlow')).not.toBeChecked()
})

test('what an administrator changed of a person stays when the person saves an older page', async ({
  page,
  store,
}) => {
  const person = await aPerson(store, { givenName: 'Ada', familyName: 'Lovelace' })
  await openConsole(page, person, '/account/profile')
  await store.users.change(person.id, { familyName: 'King' })
  await page.locator('#givenName').fill('Augusta')
  await save(page)
  expect(await store.users.findById(person.id)).toMatchObject({
    givenName: 'Augusta',
    familyName: 'King',
  })
})

test('an address that is verified meanwhile stays verified when somebody else saves the page', async ({
  page,
  store,
}) => {
  const person = await aPerson(store, { emailVerified: false })
  const administrator = await anAdministrator(store, 'manage-users')
  await openConsole(page, administrator, `/admin/users/${person.id}/email`)
  await store.users.change(person.id, { emailVerified: true })
  await page.locator('#email').fill(`new-${person.email}`)
  await save(page)
  expect(await store.users.findById(person.id)).toMatchObject({
    email: `new-${person.email}`,
    emailVerified: true,
  })
})

test('an attribute keeps what somebody else changed of it', async ({ page, store }) => {
  const person = await aPerson(store)
  const { id } = await store.userAttributes.insert({
    userId: person.id,
    key: 'badge',
    value: 'one\ntwo',
    includeInIdToken: false,
    includeInAccessToken: false,
  })
  const administrator = await anAdministrator(store, 'manage-users')
  await openConsole(page, administrator, `/admin/users/${person.id}/attributes/edit/${id}`)
  await store.userAttributes.change(id, { value: 'three\nfour' })
  await page.locator('#includeInIdToken').check()
  await scriptsBegun(page)
  await page.locator('#submit').click()
  await page.waitForURL((url) => url.pathname.endsWith('/attributes'))
  expect(await store.userAttributes.findById(id)).toMatchObject({
    value: 'three\nfour',
    includeInIdToken: true,
  })
})
