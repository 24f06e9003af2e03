import { expect, type Page } from '@playwright/test'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { aClient, aGroup, aResource, aUser, grantToGroup } from '#tests/support/people.ts'
import { expectToast, openAsAdministrator } from './admin-users.ts'
import { aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { scriptsBegun } from './scripts-begun.ts'

/** Presses the focused button and confirms its dialog, by keyboard only. */
async function confirmByKey(page: Page, id: string): Promise<void> {
  await page.locator(`#${id}`).focus()
  await page.keyboard.press('Enter')
  const answer = page.locator(`#${id}-confirm`)
  await expect(answer).toBeVisible()
  await answer.focus()
  await page.keyboard.press('Enter')
}

test('after a consent is withdrawn the next one has the focus, after the last the heading @scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  const saved = new Date()
  for (let i = 0; i < 3; i++) {
    await store.consents.save(person.id, (await aClient(store)).id, 'openid', saved)
  }
  await openConsole(page, person, '/account/manage-consents')
  const revoke = page.locator('#consents button[aria-haspopup=dialog]')
  const ids = await revoke.evaluateAll((buttons) => buttons.map(({ id }) => id))
  const [first = '', middle = '', last = ''] = ids
  await confirmByKey(page, middle)
  await expect(page.locator(`#${middle}`)).toHaveCount(0)
  await expect(page.locator(`#${last}`)).toBeFocused()
  await expectToast(page, 'Access removed.')
  await confirmByKey(page, last)
  await expect(page.locator(`#${last}`)).toHaveCount(0)
  await expect(page.locator(`#${first}`)).toBeFocused()
  await confirmByKey(page, first)
  await expect(page.locator('#content')).toContainText('No connected apps')
  await expect(page.locator('h1')).toBeFocused()
})

test('after the last row of a card the focus is on its heading @scripts', async ({
  page,
  store,
  client,
}) => {
  const user = await aUser(store)
  await store.consents.save(user.id, client.id, 'openid', new Date())
  await openAsAdministrator(page, store, `/admin/users/${user.id}/consents`)
  const id = await page.locator('#consent-table button[id^=revoke-]').first().getAttribute('id')
  await confirmByKey(page, id ?? '')
  await expect(page.locator('#consents')).toContainText('No apps yet')
  await expect(page.locator('#consents-title')).toBeFocused()
})

test('after somebody was added the next person has the focus @scripts', async ({ page, store }) => {
  const group = await aGroup(store)
  const word = `w${randomUuid().slice(0, 8)}`
  for (const name of ['a', 'b']) await aUser(store, { email: `${name}-${word}@example.org` })
  await openAsAdministrator(page, store, `/admin/groups/${group.id}/members/add?query=${word}`)
  const add = page.locator('#users button[id^=add-]')
  await expect(add).toHaveCount(2)
  const next = await add.nth(1).getAttribute('id')
  await add.first().focus()
  await page.keyboard.press('Enter')
  await expect(add).toHaveCount(1)
  await expect(page.locator(`#${next}`)).toBeFocused()
})

test('a permission that was granted may be taken away at the same place @scripts', async ({
  page,
  store,
}) => {
  const name = `depot-${randomUuid().slice(0, 8)}`
  const { id } = await aResource(store, name, ['read'])
  const permission = await store.permissions.find(name, 'read')
  const group = await aGroup(store)
  const path = `/admin/resources/${id}/users-with-permission/add/${permission?.id}?kind=group`
  await openAsAdministrator(page, store, path)
  await page.locator('input[name=query]').fill(group.groupIdentifier)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/query=/)
  await scriptsBegun(page)
  const grant = page.locator(`#grant-${group.id}`)
  await grant.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator(`#remove-${group.id}`)).toBeFocused()
})

test('a permission that is taken off the list leaves the focus in the list @scripts', async ({
  page,
  store,
}) => {
  const depot = `depot-${randomUuid().slice(0, 8)}`
  await aResource(store, depot, ['read', 'write'])
  const group = await aGroup(store)
  await grantToGroup(store, group, `${depot}:write`)
  await openAsAdministrator(page, store, `/admin/groups/${group.id}/permissions`)
  const card = page.locator('#permissions')
  await card.getByLabel('API').selectOption(depot)
  await card.getByLabel('Permission', { exact: true }).selectOption({ label: 'read' })
  await card.locator('#grant').click()
  await card.getByRole('button', { name: `Remove ${depot}:read` }).focus()
  await page.keyboard.press('Enter')
  await expect(card.getByText(`${depot}:read`)).toHaveCount(0)
  await expect(card.getByRole('button', { name: `Remove ${depot}:write` })).toBeFocused()
})

test('a message stays while its button has the focus, and goes when that has left it @scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await store.consents.save(person.id, (await aClient(store)).id, 'openid', new Date())
  await openConsole(page, person, '/account/manage-consents')
  await page.clock.install()
  await confirmByKey(
    page,
    (await page.locator('#consents button[aria-haspopup=dialog]').getAttribute('id')) ?? '',
  )
  // The dialog must be closed first, because nothing beside an open dialog takes the focus.
  await expect(page.locator('h1')).toBeFocused()
  const dismiss = page.getByRole('status').getByRole('button', { name: 'Dismiss' })
  await dismiss.focus()
  await expect(dismiss).toBeFocused()
  await page.clock.runFor('01:00')
  await expect(dismiss).toBeFocused()
  await dismiss.blur()
  await page.clock.runFor('01:00')
  await expect(dismiss).toHaveCount(0)
})
