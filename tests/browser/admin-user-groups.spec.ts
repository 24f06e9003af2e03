import { expect } from '@playwright/test'
import { aGroup } from '#tests/support/people.ts'
import { aWord, openPerson, pageOf } from './admin-users.ts'
import { test } from './fixtures.ts'

const groupsOfPage = 50

test('of many groups a page shows fifty, and saving it leaves alone what it does not show', async ({
  page,
  store,
}) => {
  const word = aWord()
  const groups = []
  for (let i = 0; i <= groupsOfPage; i++) {
    const groupIdentifier = `${word}-${String(i).padStart(2, '0')}`
    groups.push(await aGroup(store, { groupIdentifier }))
  }
  const [first, last] = [groups.at(0), groups.at(-1)]
  // Sorts after the other groups, so it would not be on the first page by its name.
  const elsewhere = await aGroup(store, { groupIdentifier: `zz${aWord()}` })
  const user = await openPerson(page, store, 'groups')
  await store.memberships.add(user.id, [elsewhere.id], new Date(0))
  await page.goto(`${pageOf(user, 'groups')}?query=user&page=2`)
  const boxes = page.locator('input[type=checkbox][name^="groups."]')
  await expect(boxes, 'beside the group that the user belongs to').toHaveCount(groupsOfPage + 1)
  await expect(boxes.first(), 'which stands first').toBeChecked()
  await page.locator('#search').fill(word)
  await page.locator('#search').press('Enter')
  await expect(boxes).toHaveCount(groupsOfPage)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(boxes).toHaveCount(1)
  await page.getByLabel(last?.groupIdentifier ?? '').check()
  await page.locator('#submit').click()
  const memberships = async () => (await store.memberships.groupIdsOf(user.id)).toSorted()
  await expect.poll(memberships).toEqual([last?.id, elsewhere.id].toSorted())
  await page.goto(`${pageOf(user, 'groups')}?query=user&page=2&find=${first?.groupIdentifier}`)
  await expect(boxes, 'nothing else is found').toHaveCount(1)
  await page.getByLabel(first?.groupIdentifier ?? '').check()
  await page.locator('#submit').click()
  await expect.poll(memberships).toEqual([first?.id, last?.id, elsewhere.id].toSorted())
  await page.goto(`${pageOf(user, 'groups')}?find=${word}`)
  await page.getByLabel(last?.groupIdentifier ?? '').uncheck()
  await page.locator('#submit').click()
  await expect.poll(memberships).toEqual([first?.id, elsewhere.id].toSorted())
  await expect(page.locator('#content header a').first()).toHaveAttribute('href', '/admin/users')
})

test('a search that finds no group says so, leads back to all of them, and the list of users stays @no-scripts', async ({
  page,
  store,
}) => {
  const user = await openPerson(page, store, 'groups')
  const word = aWord()
  await page.goto(`${pageOf(user, 'groups')}?query=user&page=2&find=${word}`)
  await expect(page.locator('#groups')).toContainText(word)
  await expect(page.locator('#submit')).toHaveCount(0)
  await expect(page.locator('#content header a').first()).toHaveAttribute(
    'href',
    '/admin/users?query=user&page=2',
  )
  await page.locator('#groups').getByRole('link').first().click()
  await expect(page).toHaveURL(`${pageOf(user, 'groups')}?query=user&page=2`)
})
