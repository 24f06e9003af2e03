import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import {
  aWord,
  confirm,
  expectToast,
  openAsAdministrator,
  openPerson,
  pageOf,
} from './admin-users.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { linesOf } from './line-breaks.ts'

test('the list finds people, twenty a page, and every page of a person leads back to where it stood', async ({
  page,
  store,
}) => {
  const word = aWord()
  for (let number = 10; number < 32; number++) {
    await aUser(store, { email: `${word}-${number}@example.org` })
  }
  await openAsAdministrator(page, store, '/admin/users')
  await page.getByRole('searchbox').fill(word)
  await page.getByRole('searchbox').press('Enter')
  await expect(page.locator('#users tbody tr')).toHaveCount(20)
  await expect(page.getByText('1–20 of 22')).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.locator('#users tbody tr')).toHaveCount(2)
  await page.getByRole('link', { name: `${word}-31@example.org` }).click()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.locator('#givenName')).toHaveValue('Ada')
  await page.locator('main').getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL(`/admin/users?query=${word}&page=2`)
  await page.goto(`/admin/users?query=${word}&page=9`)
  await expect(page).toHaveURL(`/admin/users?query=${word}&page=2`)
})

test('on a phone an address stands on one line, its badges below @scripts', async ({
  page,
  store,
}) => {
  const email = `${aWord()}@example.org`
  await aUser(store, { email, emailVerified: false })
  await openAsAdministrator(page, store, `/admin/users?query=${email}`)
  await page.setViewportSize({ width: 360, height: 740 })
  const address = page.locator('#users bdi').filter({ hasText: email, visible: true })
  expect(await linesOf(address)).toBe(1)
})

test('the list says when nobody is found, and `/` goes to the search @scripts', async ({
  page,
  store,
}) => {
  await openAsAdministrator(page, store, `/admin/users?query=${aWord()}`)
  await expect(page.locator('main')).toContainText('No results for')
  await expectAccessible(page)
  await page.locator('body').press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page.locator('#users')).toBeVisible()
  await expectSound(page)
})

test('a new user is refused at the fields that are wrong, then created with a password', async ({
  page,
  store,
}) => {
  const taken = await aUser(store)
  const email = `${aWord()}@example.org`
  await openAsAdministrator(page, store, '/admin/users/new')
  await expect(page.locator('#password-email')).toBeDisabled()
  await expect(page.locator('main')).toContainText('Email is off, so you can’t send a link.')
  await page.locator('#submit').click()
  await expect(page.locator('#email-error')).toHaveText('Enter an email address.')
  await page.locator('#email').fill(taken.email)
  await page.locator('#givenName').fill('Grace')
  await page.locator('#password').fill('Quiet-harbour-42')
  await page.locator('#submit').click()
  await expect(page.locator('#email-error')).toHaveText('Another user has this email address.')
  await expect(page.locator('#givenName')).toHaveValue('Grace')
  await page.locator('#email').fill(email)
  await page.locator('#password').fill('password')
  await page.locator('#submit').click()
  await expect(page.locator('#password-error')).toBeVisible()
  await page.locator('#password').fill('Quiet-harbour-42')
  await page.locator('#submit').click()
  await expect(page.locator('h1')).toHaveText('Grace')
  const stored = await store.users.findByEmail(email)
  expect(stored).toMatchObject({ givenName: 'Grace', emailVerified: false, enabled: true })
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$/)
})

test('a user without a name has a dash where the name would stand @scripts', async ({
  page,
  store,
}) => {
  await openPerson(page, store, 'details', { givenName: '', familyName: '' })
  const name = page
    .locator('dt', { hasText: 'Full name' })
    .locator('xpath=following-sibling::dd[1]')
  await expect(name).toHaveText('–')
})

test('disabling says that sessions end, and ends them; enabling lets the person in again @scripts', async ({
  page,
  store,
  browser,
  serverUrl,
}) => {
  const user = await openPerson(page, store, 'details')
  await expect(page.locator('#subject')).toHaveText(user.subject)
  const other = await browser.newContext({ baseURL: serverUrl })
  await openConsole(await other.newPage(), user, '/account/profile')
  await other.close()
  expect(await sessionsOf(store, user.id)).toHaveLength(1)
  await page.locator('#disable').click()
  await expect(page.getByRole('dialog')).toContainText('Signed out on every device at once')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('#disable')).toBeFocused()
  await confirm(page, 'disable', /Signed out on every device at once/)
  await expect(page.locator('#enable')).toBeVisible()
  expect(await sessionsOf(store, user.id)).toHaveLength(0)
  await confirm(page, 'enable', /can sign in again/)
  await expect(page.locator('#disable')).toBeVisible()
  expect(await store.users.findById(user.id)).toMatchObject({ enabled: true })
})

test('disabling is undone, unless somebody has changed the user since', async ({ page, store }) => {
  const user = await openPerson(page, store, 'details')
  await confirm(page, 'disable', /Signed out on every device at once/)
  await expect(page.locator('#is-disabled')).toBeVisible()
  await expectToast(page, 'is disabled.')
  await page.locator('#undo').click()
  await expect(page.locator('#is-disabled')).toHaveCount(0)
  expect(await store.users.findById(user.id)).toMatchObject({ enabled: true })

  await page.goto(pageOf(user, 'details'))
  await confirm(page, 'disable', /Signed out on every device at once/)
  await expect(page.locator('#is-disabled')).toBeVisible()
  await store.users.change(user.id, { nickname: 'Changed meanwhile' })
  await page.locator('#undo').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was undone' })).toBeVisible()
  expect(await store.users.findById(user.id)).toMatchObject({ enabled: false })
})

test('deleting asks to type the address again and shows the list as it was left', async ({
  page,
  store,
}) => {
  const word = aWord()
  const user = await aUser(store, { email: `${word}@example.org` })
  await openAsAdministrator(page, store, `${pageOf(user, 'delete')}?query=${word}`)
  await page.locator('#open-delete').click()
  await expect(page.locator('#summary')).toContainText(user.email)
  await page.locator('#email').fill('somebody@example.org')
  await page.locator('#delete-user').click()
  await expect(page.locator('#email-error')).toHaveText('That isn’t the user’s email address.')
  await page.locator('#email').fill(user.email.toUpperCase())
  await page.locator('#delete-user').click()
  await expect(page.locator('main')).toContainText('No results for')
  await expect(page).toHaveURL(new RegExp(`/admin/users\\?query=${word}`))
  expect(await store.users.findById(user.id)).toBeNull()
})

test('what says that something was done is taken off the address @scripts', async ({
  page,
  store,
}) => {
  const user = await aUser(store)
  await openAsAdministrator(page, store, `${pageOf(user, 'details')}?done=created`)
  await expectToast(page, 'Created.')
  await expect(page).toHaveURL(pageOf(user, 'details'))
})

test('who may read only sees values and no way to change them @scripts', async ({
  page,
  store,
}) => {
  const reader = await anAdministrator(store, 'admin-read')
  const user = await aUser(store, { nickname: 'countess', addressCountry: 'GB' })
  await openConsole(page, reader, '/admin/users')
  await expect(page.locator('#new-user')).toHaveCount(0)
  await page.goto('/admin/users/new')
  await expect(page).toHaveURL(/\/admin\/not-allowed\?page=%2Fadmin%2Fusers%2Fnew/)
  const sections = [
    'details',
    'profile',
    'email',
    'phone',
    'address',
    'picture',
    'authentication',
  ].concat('attributes', 'attributes/add', 'groups', 'permissions', 'consents', 'sessions')
  for (const section of sections) {
    await page.goto(pageOf(user, section))
    await expect(page.locator('#read-only'), section).toBeVisible()
    // Besides copying and the menu of the record, what looks something up is offered; it is never sent by POST.
    const buttons = page.locator(
      'main button:visible:not([aria-label^=Copy], #record-more, #show-token)',
    )
    await expect(buttons, section).toHaveCount(0)
    await expect(page.locator('main form[method=post]'), section).toHaveCount(0)
  }
  await page.goto(pageOf(user, 'profile'))
  await expect(page.locator('main')).toContainText('countess')
  await page.goto(pageOf(user, 'address'))
  await expect(page.locator('main')).toContainText('United Kingdom')
})

test('an unknown user is not found @scripts', async ({ page, store }) => {
  await openAsAdministrator(page, store, '/admin/users')
  for (const id of ['999999999', 'nobody', '-1']) {
    const response = await page.goto(`/admin/users/${id}/details`)
    expect(response?.status(), id).toBe(404)
  }
})
