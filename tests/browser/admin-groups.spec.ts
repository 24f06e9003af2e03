import { expect } from '@playwright/test'
import { aGroup, aResource, aUser, grantToGroup } from '#tests/support/people.ts'
import { expectAccessible } from './accessible.ts'
import { anIdentifier, enterAsAdministrator } from './admin-clients.ts'
import { expectToast } from './admin-users.ts'
import { test } from './fixtures.ts'
import { scriptsBegun } from './scripts-begun.ts'

test('a group is created, renamed and deleted once its identifier was typed', async ({
  page,
  store,
}) => {
  const [first, second] = [anIdentifier('team'), anIdentifier('crew')]
  await enterAsAdministrator(page, store, '/admin/groups')
  await page.locator('#new-group').click()
  await page.locator('#groupIdentifier').fill('a')
  await page.locator('#submit').click()
  await expect(page.locator('#groupIdentifier-error')).toContainText('3 to 38 letters')
  await page.locator('#groupIdentifier').fill(first)
  await page.locator('#includeInIdToken').check()
  await page.locator('#submit').click()
  await expect(page.locator('h1')).toHaveText(first)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.locator('#includeInIdToken')).toBeChecked()
  await page.locator('#groupIdentifier').fill(second)
  await page.locator('#submit').click()
  await expect(page.locator('h1')).toHaveText(second)
  await page.getByRole('link', { name: 'Danger zone' }).click()
  await page.locator('#open-delete').click()
  await page.locator('#identifier').fill(first)
  await page.locator('#submit').click()
  await expect(page.locator('#identifier-error')).toHaveText('That doesn’t match.')
  await page.locator('#identifier').fill(second)
  await page.locator('#submit').click()
  await expect(page).toHaveURL(/\/admin\/groups(\?|$)/)
  await page.goto(`/admin/groups?query=${second}`)
  await expect(page.locator('main')).toContainText('No results for')
})

test('renaming says what it means, and an identifier in use is refused @scripts', async ({
  page,
  store,
}) => {
  const [group, taken] = [await aGroup(store), await aGroup(store)]
  await enterAsAdministrator(page, store, `/admin/groups/${group.id}/settings`)
  await page.locator('#groupIdentifier').fill(taken.groupIdentifier)
  await expect(page.getByRole('status').filter({ hasText: 'look for the new one' })).toBeVisible()
  await page.locator('#submit').click()
  await expect(page.locator('#groupIdentifier-error')).toHaveText('This ID is already in use.')
})

test('members are found, added and removed, and each change is undone @scripts', async ({
  page,
  store,
}) => {
  const group = await aGroup(store)
  const user = await aUser(store)
  await enterAsAdministrator(page, store, `/admin/groups/${group.id}/members`)
  await expect(page.locator('#members')).toContainText('No members yet')
  await page.locator('#add-member').click()
  await page.locator('#search').fill(user.email)
  await page.locator('#search').press('Enter')
  await expect(page).toHaveURL(/query=/)
  await scriptsBegun(page)
  await expect(page.locator('#users tbody tr')).toHaveCount(1)
  await page.locator(`#add-${user.id}`).click()
  await expectToast(page, `is now in ${group.groupIdentifier}.`)
  await expect(page.locator('#users')).toContainText('In group')
  await expect(page.locator('main')).toContainText('1 member')
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Members/ }).click()
  await page.locator(`#remove-${user.id}`).click()
  await expectToast(page, `removed from ${group.groupIdentifier}.`)
  await expect(page.locator('#members')).toContainText('No members yet')
  expect(await store.memberships.groupIdsOf(user.id)).toEqual([])
  await page.locator('#undo').click()
  await expect(page.locator(`#remove-${user.id}`)).toBeVisible()
  expect(await store.memberships.groupIdsOf(user.id)).toEqual([group.id])
})

test('a member is added without scripts @no-scripts', async ({ page, store }) => {
  const group = await aGroup(store)
  const user = await aUser(store)
  const path = `/admin/groups/${group.id}/members/add?query=${user.email}`
  await enterAsAdministrator(page, store, path)
  await page.locator(`#add-${user.id}`).click()
  await expect(page.locator('#users')).toContainText('In group')
  expect(await store.memberships.groupIdsOf(user.id)).toEqual([group.id])
  await expectToast(page, `is now in ${group.groupIdentifier}.`)
  await page.locator('#undo').click()
  await expectToast(page, `removed from ${group.groupIdentifier}.`)
  expect(await store.memberships.groupIdsOf(user.id)).toEqual([])
})

test('attributes are added, changed and removed @scripts', async ({ page, store }) => {
  const group = await aGroup(store)
  await enterAsAdministrator(page, store, `/admin/groups/${group.id}/attributes`)
  await page.locator('#add-attribute').click()
  await page.locator('#key').fill('department')
  await page.locator('#value').fill('Research')
  await page.locator('#includeInAccessToken').check()
  await page.locator('#submit').click()
  await expect(page.locator('#attributes')).toContainText('Research')
  await expect(page.locator('#attributes')).toContainText('Access token')
  await page.getByRole('link', { name: 'Edit department' }).click()
  await expectAccessible(page)
  await page.locator('#value').fill('Sales')
  await page.locator('#submit').click()
  await expect(page.locator('#attributes')).toContainText('Sales')
  await page.getByRole('button', { name: 'Remove department' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('New tokens won’t have it')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.locator('#attributes')).toContainText('No attributes')
})

test('the permissions of a group are picked and saved as a list @scripts', async ({
  page,
  store,
}) => {
  const name = anIdentifier('depot')
  await aResource(store, name, ['read', 'write'])
  const group = await aGroup(store)
  await grantToGroup(store, group, `${name}:read`)
  await enterAsAdministrator(page, store, `/admin/groups/${group.id}/permissions`)
  await page.getByLabel('API', { exact: true }).selectOption(name)
  await page.getByLabel('Permission', { exact: true }).selectOption({ label: 'write' })
  await page.locator('#grant').click()
  await page.getByRole('button', { name: `Remove ${name}:read` }).click()
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  const permission = await store.permissions.find(name, 'write')
  const held = await store.permissionGrants.idsOf({ kind: 'group', id: group.id })
  expect(held).toEqual([permission?.id])
})
