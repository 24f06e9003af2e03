import { expect, type Locator } from '@playwright/test'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aGroup, aUser } from '#tests/support/people.ts'
import { aWord, openAsAdministrator, openPerson } from './admin-users.ts'
import { test } from './fixtures.ts'
import { expectWholeParts } from './line-breaks.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('an email address in a list breaks after its sign only @scripts', async ({ page, store }) => {
  const word = aWord()
  const user = await aUser(store, { email: `margaret.${word}@hamilton.example.org` })
  const group = await aGroup(store, {}, [user])
  const client = await aClient(store)
  const now = new Date()
  const times = { started: now, lastAccessed: now, authTime: now }
  await aSession(store, user, [client], times)
  await openAsAdministrator(page, store, `/admin/groups/${group.id}/members`)
  const link = page.locator('#content bdi').filter({ hasText: word }).first()
  await expectWholeParts(link, addressPart)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [`/admin/users?query=${word}`, `/admin/clients/${client.id}/user-sessions`]) {
    await page.goto(path)
    await expectWholeParts(link, addressPart)
  }
})

test('an email address that is a heading breaks after its sign only @scripts', async ({
  page,
  store,
}) => {
  const email = `margaret.${aWord()}@hamilton.example.org`
  const user = await aUser(store, { email, givenName: '', familyName: '' })
  await openAsAdministrator(page, store, `/admin/users/${user.id}/details`)
  await expectWholeParts(page.getByRole('heading', { level: 1 }), addressPart)
})

test('an email address in a question breaks after its sign only @scripts', async ({
  page,
  store,
}) => {
  const email = `margaret.${aWord()}@hamilton.example.org`
  const user = await aUser(store, { email })
  await openAsAdministrator(page, store, `/admin/users/${user.id}/details`)
  await page.locator('#disable').click()
  const question = page.getByRole('dialog').getByRole('heading')
  await expect(question).toHaveText(`Disable ${email}?`)
  await expectWholeParts(question, /[^@ ]+@?/)
})

test('a subject breaks at its hyphens only @scripts', async ({ page, store }) => {
  const user = await openPerson(page, store, 'details')
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.locator('#subject')).toHaveText(user.subject)
  await expectWholeParts(page.locator('#subject'), /[^-]+-?/)
})

test('what ends a session stands below its words, not below its picture @scripts', async ({
  page,
  store,
}) => {
  const user = await openPerson(page, store, 'sessions')
  const now = new Date()
  await aSession(store, user, [], { started: now, lastAccessed: now, authTime: now })
  await page.reload()
  const item = page.locator('#session-list > li')
  expect(await startOf(item.getByRole('button'))).toBe(await startOf(item.locator('dl')))
})

test('the unit of a field stands behind the last word of its label @scripts', async ({
  page,
  store,
}) => {
  await openAsAdministrator(page, store, '/admin/settings/tokens')
  const label = page.locator('label').filter({ hasText: 'Maximum lifetime of offline' })
  const unit = (await label.locator('span').last().boundingBox()) ?? { y: 0, height: 0 }
  const whole = (await label.boundingBox()) ?? { y: 0, height: 0 }
  expect(whole.height, 'the label takes two lines').toBeGreaterThan(unit.height * 2)
  expect(unit.y).toBeGreaterThan(whole.y + whole.height / 2)
})

/** What stands before the sign of an address, with it, and what stands behind it. */
const addressPart = /[^@]+@?/

async function startOf(place: Locator): Promise<number | undefined> {
  return (await place.boundingBox())?.x
}
