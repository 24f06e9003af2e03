import { expect } from '@playwright/test'
import { aClient, aUser } from '#tests/support/people.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import {
  anIdentifier,
  clientPage,
  enterAsAdministrator,
  openClient,
  storedClient,
} from './admin-clients.ts'
import { expectToast } from './admin-users.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { begin } from './journey.ts'
import { signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

test('the list finds clients by identifier, name and description, twenty a page', async ({
  page,
  store,
}) => {
  const word = anIdentifier('many').toLowerCase()
  for (let number = 10; number < 31; number++) {
    await aClient(store, { displayName: `${word} ${number}` })
  }
  const one = await aClient(store, { description: `Says ${word.toUpperCase()}`, enabled: false })
  await enterAsAdministrator(page, store, '/admin/clients')
  await page.getByRole('searchbox').fill(word)
  await page.getByRole('searchbox').press('Enter')
  await expect(page.locator('#clients tbody tr')).toHaveCount(20)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.locator('#clients tbody tr')).toHaveCount(2)
  await page.goto(`/admin/clients?query=${word}&page=9`)
  await expect(page).toHaveURL(`/admin/clients?query=${word}&page=2`)
  await page.goto(`/admin/clients?query=${one.clientIdentifier}`)
  await expect(page.locator('#clients tbody tr')).toContainText('Disabled')
  await page.getByRole('link', { name: one.clientIdentifier }).click()
  await expect(page).toHaveURL(clientPage(one, 'settings'))
})

test('the way back from a client leads to the list as it was left, without what was done @scripts', async ({
  page,
  store,
}) => {
  const word = anIdentifier('many').toLowerCase()
  for (let number = 10; number < 31; number++) {
    await aClient(store, { displayName: `${word} ${number}` })
  }
  const left = `/admin/clients?query=${word}&page=2`
  await enterAsAdministrator(page, store, `${left}&done=deleted`)
  await page.locator('#clients .ui-main-cell').click()
  await page.getByRole('link', { name: 'Sign-in', exact: true }).click()
  await expect(page).toHaveURL(/redirect-uris$/)
  await page.getByRole('link', { name: 'Applications' }).last().click()
  await expect(page).toHaveURL(left)
})

test('the list holds long names on a phone, and says when a search finds none @scripts', async ({
  page,
  store,
}) => {
  const client = await aClient(store, { displayName: longWord, description: longWord })
  const path = `/admin/clients?query=${client.clientIdentifier}`
  await enterAsAdministrator(page, store, path)
  await expect(page.locator('#clients tbody tr')).toHaveCount(1)
  await expectSound(page)
  await page.goto('/admin/clients?query=no-such-client-anywhere')
  await expect(page.locator('main')).toContainText('No results for')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).not.toHaveURL(/query=/)
  await expect(page.locator('#clients tbody tr').nth(1)).toBeVisible()
})

test('a new client is refused at the field that is wrong, and keeps what was typed', async ({
  page,
  store,
}) => {
  const taken = await aClient(store, { clientIdentifier: anIdentifier() })
  await enterAsAdministrator(page, store, '/admin/clients/new')
  await page.locator('#other-kinds > summary').click()
  await page.locator('#kind-native').check()
  await page.locator('#clientIdentifier').fill('no spaces')
  await page.locator('#displayName').fill('Field notes')
  await page.locator('#submit').click()
  await expect(page.locator('#clientIdentifier-error')).toContainText('3 to 38 letters')
  await page.locator('#clientIdentifier').fill(anIdentifier())
  await page.locator('#redirectUri').fill('not-absolute')
  await page.locator('#submit').click()
  await expect(page.locator('#redirectUri-error')).toContainText('full address')
  await page.locator('#redirectUri').fill('com.example.notes:/callback')
  await page.locator('#clientIdentifier').fill(taken.clientIdentifier)
  await page.locator('#submit').click()
  await expect(page.locator('#clientIdentifier-error')).toHaveText(
    'Another application has this client ID.',
  )
  await expect(page.locator('#displayName')).toHaveValue('Field notes')
  await expect(page.locator('#kind-native')).toBeChecked()
})

const kinds = [
  ['web', { isPublic: false, authorizationCodeEnabled: true, clientCredentialsEnabled: false }],
  ['spa', { isPublic: true, authorizationCodeEnabled: true, clientCredentialsEnabled: false }],
  ['native', { isPublic: true, authorizationCodeEnabled: true, clientCredentialsEnabled: false }],
  ['machine', { isPublic: false, authorizationCodeEnabled: false, clientCredentialsEnabled: true }],
] as const

test('the framework proposes the redirect URI, and the name makes the client ID', async ({
  page,
  store,
}) => {
  await enterAsAdministrator(page, store, '/admin/clients/new')
  await scriptsBegun(page)
  await page.locator('#framework-django').check({ force: true })
  const word = anIdentifier().slice(-6).toLowerCase()
  await page.locator('#displayName').fill(`Größe ${word}`)
  await page.locator('#submit').click()
  await expect(page.locator('#client-identifier')).toHaveText(`grosse-${word}`)
  await expect(page.locator('#steps-django')).toBeVisible()
  const found = await store.clients.findByIdentifier(`grosse-${word}`)
  expect(found).toMatchObject({ kind: 'web', framework: 'django', showDisplayName: true })
  const uris = found?.redirectUris.map(({ uri }) => uri)
  expect(uris).toEqual(['http://localhost:8000/oidc/callback/'])
})

test('each kind of application gets the client that it needs', async ({ page, store }) => {
  await enterAsAdministrator(page, store, '/admin/clients')
  for (const [kind, expected] of kinds) {
    const identifier = anIdentifier(kind)
    await page.goto('/admin/clients/new')
    await scriptsBegun(page)
    await page.locator('#other-kinds > summary').click()
    await page.locator(`#kind-${kind}`).check()
    await page.locator('#clientIdentifier').fill(identifier)
    if (kind !== 'machine') await page.locator('#redirectUri').fill('https://app.example.org/back')
    await page.locator('#submit').click()
    await expect(page.locator('#client-identifier')).toHaveText(identifier)
    await expect(page).toHaveURL(/\/connect(\?done=created)?$/)
    await expect(page.locator('#unfinished')).toHaveCount(0)
    const { id } = (await store.clients.findByIdentifier(identifier)) ?? { id: 0 }
    const { redirectUris, webOrigins, ...client } = await storedClient(store, { id })
    expect(client, kind).toMatchObject({ ...expected, enabled: true })
    expect(redirectUris.length, kind).toBe(kind === 'machine' ? 0 : 1)
    const origins = webOrigins.map(({ origin }) => origin)
    expect(origins, kind).toEqual(kind === 'spa' ? ['https://app.example.org'] : [])
    await expect(page.locator('#client-secret')).toHaveCount(expected.isPublic ? 0 : 1)
  }
})

test('a person signs in to a new client; the administrator sees the session and ends it @scripts', async ({
  page,
  store,
  application,
  browser,
  serverUrl,
}) => {
  const redirectUri = `${application.origin}/callback`
  const identifier = anIdentifier('journey')
  await enterAsAdministrator(page, store, '/admin/clients/new')
  await page.locator('#clientIdentifier').fill(identifier)
  await page.locator('#redirectUri').fill(redirectUri)
  await page.locator('#submit').click()
  await expectToast(page, 'Created.')
  await page.getByRole('link', { name: 'Sessions', exact: true }).last().click()
  await expect(page.locator('main')).toContainText('No one is signed in')

  const theirs = await browser.newPage({ baseURL: serverUrl })
  const user = await aUser(store)
  const client = { clientIdentifier: identifier, redirectUri }
  const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  await begin(theirs, client, pkce)
  await signIn(theirs, user)
  await theirs.waitForURL((url) => url.origin === application.origin)

  await page.reload()
  const row = page.locator('#session-list > li')
  await expect(row).toContainText(user.email)
  await expectSound(page)
  await row.getByRole('button', { name: `End session: ${user.email}` }).click()
  await expect(page.getByRole('dialog')).toContainText('out of every app in this session')
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await expect(page.locator('main')).toContainText('No one is signed in')
  await begin(theirs, client, { ...pkce, prompt: 'none' })
  expect(new URL(theirs.url()).searchParams.get('error')).toBe('login_required')
  await theirs.close()
})

test('a client is deleted once its identifier was typed, and the built-in one never', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'delete')
  await page.locator('#open-delete').click()
  await page.locator('#identifier').fill('something-else')
  await page.locator('#submit').click()
  await expect(page.locator('#identifier-error')).toContainText('doesn’t match')
  await expect(page.locator('#delete')).toContainText('can’t be undone')
  await page.locator('#identifier').fill(client.clientIdentifier)
  await page.locator('#submit').click()
  await expect(page).toHaveURL(/\/admin\/clients(\?done=deleted)?$/)
  expect(await store.clients.findByIdentifier(client.clientIdentifier)).toBeNull()
  const builtIn = await store.clients.findByIdentifier('admin-console-client')
  await page.goto(clientPage(builtIn ?? { id: 0 }, 'delete'))
  await expect(page.locator('#cannot-delete')).toBeVisible()
  await expect(page.locator('#open-delete')).toHaveCount(0)
  expect((await page.goto('/admin/clients/999999999/settings'))?.status()).toBe(404)
})

test('a sign-in is tested from Connect, and ends with the claims instead of at the application', async ({
  page,
  store,
}) => {
  const client = await aClient(store, { displayName: 'Depot', showDisplayName: true })
  const administrator = await anAdministrator(store, 'manage-clients')
  await openConsole(page, administrator, clientPage(client, 'connect'))
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.locator('#test-sign-in').click(),
  ])
  await expect(tab.locator('h1')).toHaveText('Confirm it’s you')
  await tab.locator('#password').fill(administrator.password)
  await tab.locator('#password').press('Enter')
  await expect(tab.locator('#page-tested h1')).toHaveText('Signing in to Depot works')
  await expect(tab.locator('#id-token')).toContainText(administrator.subject)
  await expect(tab.locator('#user-info')).toContainText(administrator.email)
})

test('an application without a redirect URI, and a machine, offer no test of the sign-in @scripts', async ({
  page,
  store,
}) => {
  const machine = await aClient(store, { authorizationCodeEnabled: false })
  await enterAsAdministrator(page, store, clientPage(machine, 'connect'))
  await expect(page.locator('#endpoints')).toBeVisible()
  await expect(page.locator('#test-sign-in')).toHaveCount(0)
})

test('a service is shown the addresses that it calls, and neither UserInfo nor sign-out', async ({
  page,
  store,
  serverUrl,
}) => {
  const service = await aClient(store, {
    authorizationCodeEnabled: false,
    clientCredentialsEnabled: true,
  })
  const webApplication = await aClient(store)
  await enterAsAdministrator(page, store, clientPage(service, 'connect'))
  await page.locator('#endpoints summary').click()
  const addresses = page.locator('#endpoints details dd')
  await expect(addresses).toHaveText([`${serverUrl}/auth/token`, `${serverUrl}/certs`])
  await page.goto(clientPage(webApplication, 'connect'))
  await expect(addresses).toHaveCount(5)
  await expect(addresses.nth(2)).toContainText(`${serverUrl}/userinfo`)
})

test('while the issuer is this machine, Connect says what containers do not reach, and leads to the way out', async ({
  page,
  store,
}) => {
  const client = await aClient(store)
  await enterAsAdministrator(page, store, clientPage(client, 'connect'))
  await expect(page.locator('#containers')).toContainText('Applications in containers')
  await page.locator('#containers a').click()
  await expect(page).toHaveURL('/docs/operate/docker#applications-in-containers')
  await expect(page.locator('#applications-in-containers')).toBeVisible()
})
