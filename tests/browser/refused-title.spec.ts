import { expect } from '@playwright/test'
import { aClient, aUser, grantToClient } from '#tests/support/people.ts'
import { clientPage, openClient } from './admin-clients.ts'
import { openPerson } from './admin-users.ts'
import { anAdministrator, aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { pageStates, showingEverything } from './page-states.ts'

for (const { name, go } of pageStates.filter(({ name }) => name.endsWith(', refused'))) {
  test(`the title says that something was refused: ${name} @no-scripts`, async ({
    page,
    store,
    application,
  }) => {
    const client = await showingEverything(store, application)
    await go({ page, store, user: await aUser(store), client })
    await expect(page).toHaveTitle(/^Error: \S/)
  })
}

test('the title of a form that nobody has sent says nothing of an error @no-scripts', async ({
  page,
}) => {
  await page.goto('/account/register')
  await expect(page).toHaveTitle(/^(?!Error: )/)
})

test('the title of a page of the account says that its form was refused, until it is right', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await openConsole(page, person, '/account/profile')
  await expect(page).toHaveTitle(/^Profile · /)
  await page.locator('.ui-more > summary').click()
  await page.locator('#username').fill('1st')
  await page.locator('#submit').click()
  await expect(page).toHaveTitle(/^Error: Profile · /)
  await page.locator('#username').fill(`grace${person.id}`)
  await page.locator('#submit').click()
  await expect(page).toHaveTitle(/^Profile · /)
  expect(await store.users.findById(person.id)).toMatchObject({ username: `grace${person.id}` })
})

test('the title says that the server refused a form, and no page after it does', async ({
  page,
  store,
}) => {
  await openConsole(page, await aPerson(store), '/account/change-password')
  await page.locator('#currentPassword').fill('Not-the-one-1')
  for (const name of ['newPassword', 'newPasswordConfirmation']) {
    await page.locator(`#${name}`).fill('Violet-harbour-42!')
  }
  await page.locator('#submit').click()
  await expect(page).toHaveTitle(/^Error: Password · /)
  await page.getByRole('link', { name: 'Personal info', exact: true }).click()
  await expect(page).toHaveTitle(/^Profile · /)
})

test('the title of a page of the administration says that its list was refused, until it is right', async ({
  page,
  store,
}) => {
  await openClient(page, store, 'redirect-uris')
  const entry = page.locator('textarea[name$=entry], input[name$=entry]').last()
  await entry.fill('nowhere')
  await page.locator('#submit').click()
  await expect(page).toHaveTitle(/^Error: /)
  await page
    .locator('textarea[name$=entry], input[name$=entry]')
    .nth(1)
    .fill('https://one.example/callback')
  await page.locator('#submit').click()
  await expect(page).toHaveTitle(/^(?!Error: )/)
})

test('the title says that a secret was not revealed', async ({ page, store }) => {
  const client = await aClient(store)
  const person = await anAdministrator(store, 'manage-clients')
  await openConsole(page, person, clientPage(client, 'authentication'))
  await expect(page).toHaveTitle(/^(?!Error: )/)
  await grantToClient(store, client, 'authserver:manage')
  await page.locator('#reveal-secret').click()
  await expect(page).toHaveTitle(/^Error: /)
})

test('the title says that no code for an address was made @scripts', async ({ page, store }) => {
  await openPerson(page, store, 'email', { emailVerified: false })
  await expect(page).toHaveTitle(/^(?!Error: )/)
  await page.context().clearCookies()
  await page.locator('#make-code').click()
  await expect(page).toHaveTitle(/^Error: /)
})
