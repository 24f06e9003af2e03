import { expect } from '@playwright/test'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import { aGroup, aResource, aUser, grantToGroup } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { expectAccessible } from './accessible.ts'
import { aWord, confirm, openPerson, pageOf } from './admin-users.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { scriptsBegun } from './scripts-begun.ts'

test('groups are ticked and saved as a list; a conflict keeps the edits and offers to reload', async ({
  page,
  store,
}) => {
  const word = aWord()
  const sales = await aGroup(store, { description: `Everybody who sells ${word}` })
  const support = await aGroup(store, { description: word })
  const section = `groups?find=${word}`
  const user = await openPerson(page, store, section)
  await page.getByLabel(sales.groupIdentifier).check()
  await page.locator('#submit').click()
  await expect.poll(() => store.memberships.groupIdsOf(user.id)).toEqual([sales.id])
  // A concurrent change comes first.
  await page.goto(pageOf(user, section))
  await store.memberships.remove(user.id, [sales.id])
  await page.getByLabel(support.groupIdentifier).check()
  await page.locator('#submit').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved' })).toBeVisible()
  expect(await store.memberships.groupIdsOf(user.id)).toEqual([])
})

test('a conflict leaves the boxes as they were ticked until the page is loaded again @scripts', async ({
  page,
  store,
}) => {
  const word = aWord()
  const before = await aGroup(store, { description: word })
  const wanted = await aGroup(store, { description: word })
  const user = await openPerson(page, store, `groups?find=${word}`)
  await store.memberships.add(user.id, [before.id], new Date(0))
  await page.getByLabel(wanted.groupIdentifier).check()
  await page.locator('#submit').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved' })).toBeVisible()
  await expect(page.getByLabel(wanted.groupIdentifier)).toBeChecked()
  await page.getByRole('button', { name: /^Load the current version/ }).click()
  await expect(page.getByLabel(before.groupIdentifier)).toBeChecked()
  await expect(page.getByLabel(wanted.groupIdentifier)).not.toBeChecked()
})

test('permissions of every API are found by words and given together; one is taken away at once', async ({
  page,
  store,
}) => {
  const depot = `depot-${aWord()}`.slice(0, 30)
  await aResource(store, depot, ['read', 'write'])
  const user = await openPerson(page, store, 'permissions')
  await page.locator('#give-permission').click()
  await expect(page).toHaveURL(/\/permissions\/give/)
  await page.locator('#search').fill(depot)
  await page.locator('#search').press('Enter')
  await expect(page).toHaveURL(/scope=/)
  await page.getByLabel(`${depot}:read`).check()
  await page.getByLabel(`${depot}:write`).check()
  await page.locator('#submit').click()
  await expect(page.locator('#effective')).toContainText(`${depot}:write`)
  expect(await store.permissions.userHolds(user.id, depot, ['read'])).toBe(true)
  await page.getByRole('button', { name: 'Remove authserver:manage-account' }).click()
  await expect(page.locator('#effective').getByText('authserver:manage-account')).toHaveCount(0)
  expect(await store.permissions.userHolds(user.id, depot, ['write'])).toBe(true)
  expect(await store.permissions.userHolds(user.id, 'authserver', ['manage-account'])).toBe(false)
})

test('an administrator of users alone cannot change an administrator, and is told why @scripts', async ({
  page,
  store,
}) => {
  const limited = await anAdministrator(store, 'manage-users')
  const boss = await anAdministrator(store, 'manage')
  const byGroup = await aUser(store)
  const group = await aGroup(store, {}, [byGroup])
  await grantToGroup(store, group, 'authserver:manage')
  await openConsole(page, limited, pageOf(boss, 'profile'))
  await expect(page.locator('#beyond-reach')).toContainText('Only an Owner can change this user.')
  await expect(page.locator('main form')).toHaveCount(0)
  await page.goto(pageOf(byGroup, 'profile'))
  await page.locator('#nickname').fill('chief')
  await page.locator('#submit').click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Only an Owner can change administrators' }),
  ).toBeVisible()
  expect(await store.users.findById(byGroup.id)).toMatchObject({ nickname: '' })
  const ordinary = await aUser(store)
  await page.goto(pageOf(ordinary, 'permissions/give?scope=authserver:manage-'))
  await expect(page.getByLabel('authserver:manage-account')).toBeEnabled()
  await expect(page.getByLabel('authserver:manage-users')).toBeDisabled()
  await expect(page.locator('#give')).toContainText('Only an Owner can give this.')
})

test.describe('on a server of its own', () => {
  let server: StartedServer
  let outbox: Outbox

  test.beforeAll(async () => {
    outbox = await openOutbox()
    server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
    const smtp = { smtpHost: outbox.host, smtpPort: outbox.port }
    const sender = { smtpFromName: 'Example', smtpFromEmail: 'noreply@example.org' }
    await withStore(server.databaseUrl, (store) =>
      store.settings.update({ smtpEnabled: true, ...smtp, ...sender }),
    )
  })
  test.afterAll(async () => {
    await server?.remove()
    await outbox?.close()
  })

  test('the last administrator is kept, and a new person is mailed a link to set the password @scripts', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: server.baseUrl, locale: 'en-US' })
    const page = await context.newPage()
    const email = `${aWord()}@example.org`
    await openConsole(page, server.administrator, '/admin/users/new')
    await page.locator('#email').fill(email)
    await page.locator('#password-email').check()
    await expect(page.locator('#password')).toHaveCount(0)
    await page.locator('#submit').click()
    await expect(page.locator('h1')).toHaveText(email)
    expect((await outbox.next()).to).toEqual([email])

    await page.goto('/admin/users')
    await scriptsBegun(page)
    await page.getByRole('link', { name: server.administrator.email }).click()
    await confirm(page, 'disable', /You’ll be signed out/)
    await expect(page.getByRole('dialog')).toContainText('This would leave no Owner')
    await expectAccessible(page)
    await context.close()
  })
})
