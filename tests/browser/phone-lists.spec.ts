import { expect, type Locator } from '@playwright/test'
import { randomFrom } from '#lib/base/crypto/random.ts'
import type { Store } from '#lib/persistence/store.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aGroup, aUser } from '#tests/support/people.ts'
import { openAsAdministrator, openPerson, pageOf } from './admin-users.ts'
import { test } from './fixtures.ts'
import { expectToFitPhone } from './layout.ts'
import { expectWholeParts, partsOf } from './line-breaks.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('an email address in a list breaks after its sign only @scripts', async ({ page, store }) => {
  const email = anAddress()
  const lists = await inLists(store, email)
  await openAsAdministrator(page, store, lists.members)
  const address = page.locator('#content bdi').filter({ hasText: email, visible: true }).first()
  await expectWholeParts(address, addressPart)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [lists.people, lists.sessions]) {
    await page.goto(path)
    await expectWholeParts(address, addressPart)
  }
})

test('an email address whose first part is longer than a line breaks within it @scripts', async ({
  page,
  store,
}) => {
  const email = `${'margaret.'.repeat(5)}${anAddress()}`
  const lists = await inLists(store, email)
  await openAsAdministrator(page, store, lists.members)
  const address = page.locator('#content bdi').filter({ hasText: email, visible: true }).first()
  for (const path of Object.values(lists)) {
    await page.goto(path)
    await expectToFitPhone(page)
    const [first] = await partsOf(address, addressPart)
    expect(first?.tops.length).toBeGreaterThan(1)
  }
})

test('an email address that is a heading breaks after its sign only @scripts', async ({
  page,
  store,
}) => {
  const user = await aUser(store, { email: anAddress(), givenName: '', familyName: '' })
  await openAsAdministrator(page, store, pageOf(user, 'details'))
  await expectWholeParts(page.getByRole('heading', { level: 1 }), addressPart)
})

test('an email address in a question breaks after its sign only @scripts', async ({
  page,
  store,
}) => {
  const email = anAddress()
  const user = await aUser(store, { email })
  await openAsAdministrator(page, store, pageOf(user, 'details'))
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

/** The part of an address up to and including the @, and the part after it. */
const addressPart = /[^@]+@?/

/** A new address of known width: all digits are equally wide. */
function anAddress(): string {
  return `margaret.${randomFrom('0123456789', 6)}@hamilton.example.org`
}

/** A user in the list of users, of a group's members and of a client's sessions. */
async function inLists(store: Store, email: string) {
  const user = await aUser(store, { email })
  const group = await aGroup(store, {}, [user])
  const client = await aClient(store)
  const now = new Date()
  await aSession(store, user, [client], { started: now, lastAccessed: now, authTime: now })
  return {
    people: `/admin/users?query=${email}`,
    members: `/admin/groups/${group.id}/members`,
    sessions: `/admin/clients/${client.id}/user-sessions`,
  }
}

async function startOf(place: Locator): Promise<number | undefined> {
  return (await place.boundingBox())?.x
}
