import { expect } from '@playwright/test'
import { aGroup, aResource, aUser, grantToUser } from '#tests/support/people.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { anIdentifier, enterAsAdministrator } from './admin-clients.ts'
import { expectToast } from './admin-users.ts'
import { test } from './fixtures.ts'
import { scriptsBegun } from './scripts-begun.ts'

test('a resource is created, refused where it is wrong, given permissions and deleted', async ({
  page,
  store,
}) => {
  const identifier = anIdentifier('api')
  await enterAsAdministrator(page, store, '/admin/resources')
  await page.locator('#new-resource').click()
  await page.locator('#resourceIdentifier').fill('no spaces')
  await page.locator('#description').fill('Orders of the shop')
  await page.locator('#submit').click()
  await expect(page.locator('#resourceIdentifier-error')).toContainText('3 to 38 letters')
  await page.locator('#resourceIdentifier').fill('authserver')
  await page.locator('#submit').click()
  await expect(page.locator('#resourceIdentifier-error')).toHaveText('This ID is already in use.')
  await expect(page.locator('#description')).toHaveValue('Orders of the shop')
  await page.locator('#resourceIdentifier').fill(identifier)
  await page.locator('#submit').click()
  await expect(page.locator('h1')).toHaveText(identifier)
  await page.locator('input[name$=permissionIdentifier]').last().fill('read')
  await page.locator('textarea[name$=description]').last().fill('Read orders')
  await page.locator('#submit').click()
  await expect(page.locator('input[name$=permissionIdentifier]').first()).toHaveValue('read')
  await expect.poll(() => store.permissions.find(identifier, 'read')).not.toBeNull()

  await page.getByRole('link', { name: 'Danger zone' }).click()
  await page.locator('#open-delete').click()
  await expect(page.locator('#summary')).toContainText('read')
  await page.locator('#identifier').fill('something-else')
  await page.locator('#submit').click()
  await expect(page.locator('#identifier-error')).toHaveText('That doesn’t match.')
  await page.locator('#identifier').fill(identifier)
  await page.locator('#submit').click()
  await expect(page).toHaveURL(/\/admin\/resources(\?|$)/)
  expect(await store.resources.findByIdentifier(identifier)).toBeNull()
})

test('permissions are edited in place; a wrong one is told at its row, twice is refused @scripts', async ({
  page,
  store,
}) => {
  const name = anIdentifier('api')
  const { id } = await aResource(store, name, ['read'])
  await enterAsAdministrator(page, store, `/admin/resources/${id}/permissions`)
  const identifiers = page.locator('input[name$=permissionIdentifier]')
  await identifiers.first().fill('re--ad')
  await identifiers.first().blur()
  await expect(page.locator('#permissions [role=alert]').first()).toContainText('3 to 38 letters')
  await expectAccessible(page)
  await page.locator('#submit').click()
  await expect(identifiers.first()).toBeFocused()
  await identifiers.first().fill('reading')
  await page.locator('textarea[name$=description]').first().fill('May look')
  await identifiers.last().fill('reading')
  // The error appears on blur and moves the button, so blur precedes the click.
  await identifiers.last().blur()
  await page.locator('#submit').click()
  await expect(page.getByRole('alert').filter({ hasText: 'listed twice' }).first()).toBeVisible()
  await expect(identifiers.first()).toBeFocused()
  await identifiers.last().fill('')
  await page.locator('textarea[name$=description]').last().fill('May change')
  await page.locator('#submit').click()
  await expect(identifiers.last()).toBeFocused()
  await identifiers.last().fill('writing')
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  const stored = await store.resources.permissionsOf(id)
  expect(stored.map((one) => [one.permissionIdentifier, one.description])).toEqual([
    ['reading', 'May look'],
    ['writing', 'May change'],
  ])
})

test('a wrong permission is refused by name @no-scripts', async ({ page, store }) => {
  const { id } = await aResource(store, anIdentifier('api'), ['read'])
  await enterAsAdministrator(page, store, `/admin/resources/${id}/permissions`)
  const identifiers = page.locator('input[name$=permissionIdentifier]')
  const alert = page.getByRole('alert')
  await identifiers.first().fill('re--ad')
  await page.locator('#submit').click()
  await expect(alert.filter({ hasText: 're--ad: Use 3 to 38 letters' })).toBeVisible()
  await identifiers.first().fill('reading')
  await identifiers.last().fill('reading')
  await page.locator('#submit').click()
  await expect(alert.filter({ hasText: 'reading: This is' })).toBeVisible()
  const stored = await store.resources.permissionsOf(id)
  expect(stored.map((one) => one.permissionIdentifier)).toEqual(['read'])
})

test('the built-in resource keeps its name and its permissions @scripts', async ({
  page,
  store,
}) => {
  const builtIn = await store.resources.findByIdentifier('authserver')
  await enterAsAdministrator(page, store, `/admin/resources/${builtIn?.id}/settings`)
  await expect(page.locator('#built-in')).toBeVisible()
  await expect(page.locator('#resourceIdentifier')).toHaveAttribute('readonly')
  await page.goto(`/admin/resources/${builtIn?.id}/permissions`)
  await expect(page.locator('input[name$=permissionIdentifier]').first()).toHaveAttribute(
    'readonly',
  )
  await expect(page.locator('#permissions li button').first()).toBeDisabled()
  await page.goto(`/admin/resources/${builtIn?.id}/delete`)
  await expect(page.locator('#cannot-delete')).toBeVisible()
  await expect(page.locator('#open-delete')).toHaveCount(0)
})

test('a permission is granted to a user who was searched for, and taken away again @scripts', async ({
  page,
  store,
}) => {
  const name = anIdentifier('api')
  const resource = await aResource(store, name, ['read', 'write'])
  const [user, other] = [await aUser(store), await aUser(store)]
  await grantToUser(store, other, 'authserver:manage-account', `${name}:write`)
  await enterAsAdministrator(page, store, `/admin/resources/${resource.id}/users-with-permission`)
  const heading = page.locator('#holders').getByRole('heading')
  await page
    .locator('#permission-nav')
    .getByRole('link', { name: `${name}:write` })
    .click()
  await expect(heading).toHaveText(`${name}:write`)
  await expect(page.locator('#users bdi', { hasText: other.email })).toBeVisible()
  await page.locator('#give-to').click()
  await expect(page).toHaveURL(/\/add\//)
  await page.locator('#search').fill(user.email)
  await page.locator('#search').press('Enter')
  await expect(page).toHaveURL(/query=/)
  await scriptsBegun(page)
  await expect(page.locator('#users tbody tr')).toHaveCount(1)
  await expectAccessible(page)
  await page.locator(`#grant-${user.id}`).click()
  await expectToast(page, `now has ${name}:write.`)
  await expect(page.locator('#users')).toContainText('Has permission')
  expect(await store.permissions.userHolds(user.id, name, ['write'])).toBe(true)

  await page
    .getByRole('navigation', { name: 'Pages of this API' })
    .getByRole('link', { name: 'Who has it' })
    .click()
  await page
    .locator('#permission-nav')
    .getByRole('link', { name: `${name}:write` })
    .click()
  await expect(heading).toHaveText(`${name}:write`)
  await page.locator(`#remove-${other.id}`).click()
  await expectToast(page, `no longer has ${name}:write.`)
  await expect(page.locator('#users bdi', { hasText: other.email })).toHaveCount(0)
  expect(await store.permissions.userHolds(other.id, name, ['write'])).toBe(false)
  expect(await store.permissions.userHolds(other.id, 'authserver', ['manage-account'])).toBe(true)
})

test('a permission is granted to a group and taken away again @scripts', async ({
  page,
  store,
}) => {
  const name = anIdentifier('api')
  const resource = await aResource(store, name, ['read'])
  const group = await aGroup(store)
  await enterAsAdministrator(page, store, `/admin/resources/${resource.id}/users-with-permission`)
  await page.goto(`/admin/resources/${resource.id}/groups-with-permission`)
  await expect(page).toHaveURL(/users-with-permission\?kind=group$/)
  await page.locator('#give-to').click()
  await page.locator('#search').fill(group.groupIdentifier)
  await page.locator('#search').press('Enter')
  await expect(page).toHaveURL(/kind=group/)
  await scriptsBegun(page)
  await expect(page.locator('#groups tbody tr')).toHaveCount(1)
  await page.locator(`#grant-${group.id}`).click()
  await expect(page.locator('#groups')).toContainText('Has permission')
  await expectSound(page)
  await page.locator(`#remove-${group.id}`).click()
  await expect(page.locator(`#grant-${group.id}`)).toBeVisible()
  expect(await store.permissionGrants.idsOf({ kind: 'group', id: group.id })).toEqual([])
  await page.locator('#undo').click()
  await expect(page.locator(`#remove-${group.id}`)).toBeVisible()
  expect(await store.permissionGrants.idsOf({ kind: 'group', id: group.id })).toHaveLength(1)
})

test('a resource without permissions says so, and a search that finds nothing too @scripts', async ({
  page,
  store,
}) => {
  const { id } = await aResource(store, anIdentifier('empty'), [])
  await enterAsAdministrator(page, store, `/admin/resources/${id}/users-with-permission`)
  await expectSound(page)
  await page.goto('/admin/resources?query=no-such-thing')
  await expect(page.locator('main')).toContainText('No results for')
  await expectAccessible(page)
})
