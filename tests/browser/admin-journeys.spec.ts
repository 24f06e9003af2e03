import { type Browser, expect, type Page } from '@playwright/test'
import { randomToken } from '#lib/base/crypto/random.ts'
import { aGroup, aResource, aUser, grantToGroup } from '#tests/support/people.ts'
import { anIdentifier, enterAsAdministrator } from './admin-clients.ts'
import { aWord, confirm, expectToast } from './admin-users.ts'
import { anAdministrator, signInToConsole } from './console.ts'
import { test } from './fixtures.ts'
import { answerAt, begin } from './journey.ts'
import { signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'

const password = 'Correct-horse-7-battery'

test('two administrators edit one list: the second keeps the edits and may reload @scripts', async ({
  page,
  store,
  browser,
  serverUrl,
}) => {
  const { id } = await aResource(store, anIdentifier('api'), ['read'])
  const path = `/admin/resources/${id}/permissions`
  await enterAsAdministrator(page, store, path)
  const second = await anotherPage(browser, serverUrl)
  await enterAsAdministrator(second, store, path)
  const last = (one: Page) => one.locator('input[name$=permissionIdentifier]').last()
  await last(page).fill('write')
  await last(second).fill('archive')
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  await second.locator('#submit').click()
  await expect(
    second
      .getByRole('alert')
      .filter({ hasText: 'Someone else changed this while you were editing' }),
  ).toBeVisible()
  await expect(last(second)).toHaveValue('archive')
  await second.getByRole('button', { name: /^Load the current version/ }).click()
  await expect(second.locator('input[name$=permissionIdentifier]').nth(1)).toHaveValue('write')
  await scriptsBegun(second)
  await last(second).fill('archive')
  await second.locator('#submit').click()
  await expectToast(second, 'Saved.')
  const stored = await store.resources.permissionsOf(id)
  expect(stored.map((one) => one.permissionIdentifier)).toEqual(['read', 'write', 'archive'])
  await second.context().close()
})

test('an administrator with one right sees only its parts, and is refused administrative rights @scripts', async ({
  page,
  store,
}) => {
  const group = await aGroup(store)
  await grantToGroup(store, group, 'authserver:admin-read')
  const user = await aUser(store)
  const limited = await anAdministrator(store, 'manage-users')
  await signInToConsole(page, limited, `/admin/groups/${group.id}/members/add?query=${user.email}`)
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link', { name: 'Groups' })).toHaveCount(1)
  await expect(menu.getByRole('link', { name: 'APIs' })).toHaveCount(0)
  await page.locator(`#add-${user.id}`).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Only an Owner can change this.' }),
  ).toBeVisible()
  expect(await store.memberships.groupIdsOf(user.id)).toEqual([])
  const refused = await page.goto('/admin/resources')
  expect(refused?.status()).toBe(403)
  await expect(page.locator('#page-not-allowed')).toBeVisible()
})

test('an administrator who may only look is shown values and offered nothing @scripts', async ({
  page,
  store,
}) => {
  const resource = await aResource(store, anIdentifier('api'), ['read'])
  const group = await aGroup(store)
  const reader = await anAdministrator(store, 'admin-read')
  await signInToConsole(page, reader, '/admin/resources')
  await expect(page.locator('#new-resource')).toHaveCount(0)
  const pages = ['settings', 'permissions', 'users-with-permission', 'groups-with-permission']
  for (const address of [
    ...pages.map((section) => `/admin/resources/${resource.id}/${section}`),
    ...['settings', 'members', 'permissions', 'attributes'].map(
      (section) => `/admin/groups/${group.id}/${section}`,
    ),
  ]) {
    await page.goto(address)
    await expect(page.locator('#read-only')).toBeVisible()
    await expect(page.locator('#submit')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Danger zone' })).toHaveCount(0)
  }
})

test('from a new resource to a sign-in, its session and the end of it @scripts', async ({
  page,
  store,
  browser,
  serverUrl,
  application,
}) => {
  test.slow()
  const [resource, identifier] = [anIdentifier('shop'), anIdentifier('app')]
  const redirectUri = `${application.origin}/callback`
  const email = `${aWord()}@example.org`
  await enterAsAdministrator(page, store, '/admin/resources/new')
  await addResource(page, resource)
  await addClient(page, identifier, redirectUri)
  const userAddress = await addUser(page, email)

  // The user requests the permission before and after it is granted.
  const person = await anotherPage(browser, serverUrl)
  const client = { clientIdentifier: identifier, redirectUri }
  const request = {
    scope: `${resource}:read`,
    code_challenge: randomToken(32),
    code_challenge_method: 'S256',
  }
  await begin(person, client, request)
  await signIn(person, { email, password })
  expect(await answerAt(person, application)).toMatchObject({ error: 'access_denied' })
  await grant(page, `${userAddress}/permissions`, resource)
  await begin(person, client, request)
  // The refused request created no session.
  await signIn(person, { email, password })
  await person.waitForURL((url) => url.searchParams.has('code'))

  await page.goto(`${userAddress}/sessions`)
  const row = page.locator('#session-list > li')
  await expect(row).toContainText(identifier)
  const end = await row.locator('button[id^=end-]').first().getAttribute('id')
  await confirm(page, end ?? '', /Apps used there lose access too/)
  await expect(page.locator('#sessions')).toContainText('Not signed in anywhere')
  await begin(person, client, { ...request, prompt: 'none' })
  expect(await answerAt(person, application)).toMatchObject({ error: 'login_required' })
  await person.context().close()
})

async function anotherPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-US' })
  return context.newPage()
}

async function addResource(page: Page, identifier: string): Promise<void> {
  await page.locator('#resourceIdentifier').fill(identifier)
  await page.locator('#submit').click()
  await expect(page.locator('h1')).toHaveText(identifier)
  await page.locator('input[name$=permissionIdentifier]').last().fill('read')
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
}

async function addClient(page: Page, identifier: string, redirectUri: string): Promise<void> {
  await page.goto('/admin/clients/new')
  await scriptsBegun(page)
  await page.locator('#clientIdentifier').fill(identifier)
  await page.locator('#redirectUri').fill(redirectUri)
  await page.locator('#submit').click()
  await expect(page.locator('h1')).toHaveText(identifier)
}

/** @returns the common start of the user's page addresses */
async function addUser(page: Page, email: string): Promise<string> {
  await page.goto('/admin/users/new')
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await page.locator('#submit').click()
  await expect(page.locator('h1')).toHaveText(email)
  return new URL(page.url()).pathname.split('/').slice(0, 4).join('/')
}

async function grant(page: Page, address: string, resource: string): Promise<void> {
  await page.goto(`${address}/give?scope=${resource}`)
  await scriptsBegun(page)
  await page.getByLabel(`${resource}:read`).check()
  await page.locator('#submit').click()
  await expectToast(page, `now has ${resource}:read.`)
}
