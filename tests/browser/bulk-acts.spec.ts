import { expect, type Page } from '@playwright/test'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { aClient, aGroup, aResource, aUser, grantToGroup } from '#tests/support/people.ts'
import { expectAccessible } from './accessible.ts'
import { anIdentifier, storedClient } from './admin-clients.ts'
import { aWord, openAsAdministrator } from './admin-users.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'

interface Chosen {
  readonly act: string
  readonly withScripts: boolean
}

/** Ticks every row of a list and chooses an act: in the bar above, or in the form below without scripts. */
async function chooseForAll(page: Page, { act, withScripts }: Chosen): Promise<void> {
  for (const box of await page.locator('tbody input[name=id]').all()) await box.check()
  if (withScripts) {
    await page.locator('.ui-bulk').getByRole('button', { name: act, exact: true }).click()
    return
  }
  await page.getByLabel('With selected:').selectOption({ label: act })
  await page.getByRole('button', { name: 'Apply' }).last().click()
}

test('applications are disabled, enabled and, once their number is typed, deleted together', async ({
  page,
  store,
  javaScriptEnabled,
}) => {
  const word = anIdentifier('bulk')
  const withScripts = javaScriptEnabled !== false
  const one = await aClient(store, { clientIdentifier: `${word}-1`, displayName: 'Depot' })
  const two = await aClient(store, { clientIdentifier: `${word}-2`, description: 'kept as it is' })
  const list = `/admin/clients?query=${word}`
  await openAsAdministrator(page, store, list)
  await chooseForAll(page, { act: 'Disable', withScripts })
  await expect(page.locator('h1')).toHaveText('Disable 2 applications?')
  await expect(page.locator('main')).toContainText(one.clientIdentifier)
  if (withScripts) await expectAccessible(page)
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('2 of 2 applications disabled.')
  expect(await storedClient(store, two)).toMatchObject({
    enabled: false,
    description: 'kept as it is',
    defaultAcrLevel: two.defaultAcrLevel,
  })
  await page.goto(list)
  await chooseForAll(page, { act: 'Enable', withScripts })
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('2 of 2 applications enabled.')
  await page.goto(list)
  await chooseForAll(page, { act: 'Delete', withScripts })
  await page.locator('#number').fill('3')
  await page.locator('#do').click()
  await expect(page.locator('main')).toContainText('That isn’t the number above.')
  expect(await store.clients.findById(one.id)).not.toBeNull()
  await page.locator('#number').fill('2')
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('2 of 2 applications deleted.')
  expect(await store.clients.findById(one.id)).toBeNull()
})

test('disabling several applications is undone, but for what was changed before or since', async ({
  page,
  store,
}, { project }) => {
  const word = anIdentifier('undo')
  const one = await aClient(store, { clientIdentifier: `${word}-1` })
  const two = await aClient(store, { clientIdentifier: `${word}-2` })
  const off = await aClient(store, { clientIdentifier: `${word}-3`, enabled: false })
  const ids = [one, two, off].map(({ id }) => `&id=${id}`).join('')
  await openAsAdministrator(page, store, `/admin/clients/bulk?act=disable-applications${ids}`)
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('3 of 3 applications disabled.')
  if (project.name === 'with scripts') await expectAccessible(page)
  await store.clients.update(two.id, { displayName: 'Changed since' })
  await page.locator('#undo').click()
  await expect(page.locator('#result')).toContainText('1 of 2 applications enabled.')
  await expect(page.locator('#result')).toContainText('Someone has changed it since.')
  await expect(page.locator('#undo')).toHaveCount(0)
  const enabled = await Promise.all([one, two, off].map((client) => storedClient(store, client)))
  expect(enabled.map((client) => client.enabled)).toEqual([true, false, false])
})

test('an undo that is not done leaves the result, and can be tried again @scripts', async ({
  page,
  store,
}) => {
  const client = await aClient(store)
  await openAsAdministrator(
    page,
    store,
    `/admin/clients/bulk?act=disable-applications&id=${client.id}`,
  )
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('1 of 1 application disabled.')
  await page.route('**/bulk/submit?*', (route) => route.abort())
  await page.locator('#undo').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
  await expect(page.locator('#result')).toContainText('1 of 1 application disabled.')
  await expect(page.locator('#do')).toHaveCount(0)
  await page.unroute('**/bulk/submit?*')
  await page.locator('#undo').click()
  await expect(page.locator('#result')).toContainText('1 of 1 application enabled.')
})

test('the console’s application stays, and is named among those that were not changed', async ({
  page,
  store,
}) => {
  const client = await aClient(store)
  const own = await store.clients.findByIdentifier(consoleClientIdentifier)
  await openAsAdministrator(
    page,
    store,
    `/admin/clients/bulk?act=disable-applications&id=${client.id}&id=${own?.id}`,
  )
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('1 of 2 applications disabled.')
  await expect(page.locator('#result')).toContainText('The console’s application stays as it is')
  expect(await store.clients.findById(own?.id ?? 0)).toMatchObject({ enabled: true })
})

test('groups are deleted together; one that makes administrators needs an Owner', async ({
  page,
  store,
  javaScriptEnabled,
}) => {
  const word = aWord()
  const plain = await aGroup(store, { groupIdentifier: `${word}-plain` })
  const powerful = await aGroup(store, { groupIdentifier: `${word}-powerful` })
  await grantToGroup(store, powerful, 'authserver:manage')
  const limited = await anAdministrator(store, 'manage-users')
  await openConsole(page, limited, `/admin/groups?query=${word}`)
  await chooseForAll(page, { act: 'Delete', withScripts: javaScriptEnabled !== false })
  await page.locator('#number').fill('2')
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('1 of 2 groups deleted.')
  await expect(page.locator('#result').getByRole('link')).toHaveText(powerful.groupIdentifier)
  expect(await store.groups.findById(plain.id)).toBeNull()
  expect(await store.groups.findById(powerful.id)).not.toBeNull()
})

test('APIs are deleted together, the built-in one never', async ({
  page,
  store,
  javaScriptEnabled,
}) => {
  const word = `api-${aWord()}`.slice(0, 30)
  const one = await aResource(store, `${word}-1`, ['read'])
  await aResource(store, `${word}-2`, ['read'])
  await openAsAdministrator(page, store, `/admin/resources?query=${word}`)
  await chooseForAll(page, { act: 'Delete', withScripts: javaScriptEnabled !== false })
  await page.locator('#number').fill('2')
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('2 of 2 APIs deleted.')
  expect(await store.resources.findById(one.id)).toBeNull()
  const own = await store.resources.findByIdentifier('authserver')
  await page.goto(`/admin/resources/bulk?act=delete-apis&id=${own?.id}`)
  await page.locator('#number').fill('1')
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('The built-in API can’t be deleted.')
})

test('an act of another list is none: the page says so and leads back', async ({ page, store }) => {
  const user = await aUser(store)
  await openAsAdministrator(page, store, `/admin/groups/bulk?act=disable&id=${user.id}`)
  await expect(page.locator('h1')).toHaveText('Nothing is selected')
  await expect(page.locator('main')).toContainText('tick at least one row')
  await page.locator('#back-to-list').click()
  await expect(page).toHaveURL('/admin/groups')
})

test('users are added to a group, and an undo takes only the added ones out', async ({
  page,
  store,
}, { project }) => {
  const group = await aGroup(store)
  const [one, two, member] = [await aUser(store), await aUser(store), await aUser(store)]
  await store.adminTransaction((tx) => tx.memberships.add(member.id, [group.id], new Date()))
  const ids = [one, two, member].map(({ id }) => `&id=${id}`).join('')
  await openAsAdministrator(page, store, `/admin/users/bulk?act=add-to-group${ids}`)
  await expect(page.locator('h1')).toHaveText('Add 3 users to a group')
  const search = page.locator('#find')
  if (await search.isVisible()) {
    await search.fill(group.groupIdentifier)
    await search.press('Enter')
    await expect(page).toHaveURL(/find=/)
  }
  await page.locator('#group').selectOption({ label: group.groupIdentifier })
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('2 of 3 users added.')
  await expect(page.locator('#result')).toContainText('They are in the group already.')
  await expect(page.locator('h1')).toHaveText('Result')
  await expect(page.locator('main')).not.toContainText('They get what the group gives')
  if (project.name === 'with scripts') await expectAccessible(page)
  await store.adminTransaction((tx) => tx.memberships.remove(two.id, [group.id]))
  await page.locator('#undo').click()
  await expect(page.locator('#result')).toContainText('1 of 2 users removed from the group.')
  await expect(page.locator('#result')).toContainText('Someone has changed it since.')
  await expect(page.locator('#undo')).toHaveCount(0)
  const { users } = await store.memberships.listMembers(group.id, 1, 10)
  expect(users.map(({ id }) => id)).toEqual([member.id])
})

test('ending the sessions of users, the visitor among them, leaves the visitor signed in', async ({
  page,
  store,
}) => {
  const own = await anAdministrator(store, 'manage')
  const others = await Promise.all([1, 2, 3, 4, 5].map(() => aUser(store)))
  const ids = [own, ...others].map(({ id }) => `&id=${id}`).join('')
  await openConsole(page, own, `/admin/users/bulk?act=end-sessions${ids}`)
  await expect(page.locator('main')).toContainText('Your own session goes on.')
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('Sessions of 6 of 6 users ended.')
  await page.goto('/admin/users')
  await expect(page).toHaveURL('/admin/users')
  await expect(page.locator('h1')).toHaveText('Users')
})

test('of many groups, those that a search finds can be chosen', async ({ page, store }) => {
  const word = aWord()
  for (let n = 1; n <= 52; n++) await aGroup(store, { groupIdentifier: `a-${word}-${n}` })
  const user = await aUser(store)
  const address = `/admin/users/bulk?act=add-to-group&id=${user.id}`
  await openAsAdministrator(page, store, address)
  await page.locator('#find').fill(`${word}-52`)
  await page.locator('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.locator('#group option')).toHaveText([`a-${word}-52`])
  await expect(page.locator('main')).toContainText(user.email)
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('1 of 1 user added.')
  await page.goto(`${address}&find=no-${word}`)
  await expect(page.locator('#no-group')).toBeVisible()
})

test('whoever may only look is told which roles change it', async ({ page, store }) => {
  const group = await aGroup(store)
  const reader = await anAdministrator(store, 'admin-read')
  await openConsole(page, reader, '/admin/dashboard')
  await page.goto(`/admin/groups/bulk?act=delete-groups&id=${group.id}`)
  await expect(page.locator('dt:has-text("Opened by") + dd')).toHaveText('UsersOwner')
  await expect(page.locator('dt:has-text("Your roles") + dd')).toHaveText('Read only')
  await expect(page.locator('#do')).toHaveCount(0)
})
