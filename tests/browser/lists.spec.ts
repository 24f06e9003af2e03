import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { aWord, expectToast, openAsAdministrator, openPerson } from './admin-users.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'

const rows = (page: Page) => page.locator('#users tbody tr')

test('a list is sorted by its heads and narrowed by its chips, all in the address', async ({
  page,
  store,
}, { project }) => {
  const word = aWord()
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  await aUser(store, { email: `${word}-b@example.org`, givenName: 'Berta', createdAt: at(3) })
  await aUser(store, {
    email: `${word}-a@example.org`,
    givenName: 'Anton',
    createdAt: at(2),
    enabled: false,
  })
  // Every column has room.
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAsAdministrator(page, store, `/admin/users?query=${word}`)
  await expect(rows(page).first()).toContainText('Anton')
  await expect(page.locator('th[aria-sort=ascending]')).toHaveText('Name')
  await page.getByRole('link', { name: 'Created', exact: true }).first().click()
  await expect(page).toHaveURL(`/admin/users?query=${word}&sort=createdAt&order=desc`)
  await expect(page.locator('th[aria-sort=descending]')).toHaveText('Created')
  await expect(rows(page).first()).toContainText('Berta')
  await page.getByRole('button', { name: 'State' }).click()
  await page.getByRole('link', { name: 'Disabled', exact: true }).click()
  await expect(page).toHaveURL(/enabled=false&sort=createdAt&order=desc$/)
  await expect(rows(page)).toHaveCount(1)
  if (project.name === 'with scripts') await expectAccessible(page)
  await page.getByRole('link', { name: 'State Disabled: remove this filter' }).click()
  await expect(rows(page)).toHaveCount(2)
})

test('while a sorted list is on its way, the rows of before are dimmed @scripts', async ({
  page,
  store,
}) => {
  const word = aWord()
  await aUser(store, { email: `${word}-a@example.org` })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAsAdministrator(page, store, `/admin/users?query=${word}`)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/admin/users?*sort=createdAt*', async (route) => {
    await promise
    await route.continue()
  })
  const dimmed = page.locator('#users tbody')
  await expect(dimmed).toHaveCSS('opacity', '1')
  await page.getByRole('link', { name: 'Created', exact: true }).first().click()
  await expect(dimmed).toHaveCSS('opacity', '0.5')
  await expect(rows(page)).toHaveCount(1)
  resolve()
  await expect(page).toHaveURL(/sort=createdAt/)
  await expect(dimmed).toHaveCSS('opacity', '1')
})

test('columns and page size are chosen for the browser and stay', async ({ page, store }) => {
  const word = aWord()
  for (let i = 0; i < 21; i++) await aUser(store, { email: `${word}-${i}@example.org` })
  await openAsAdministrator(page, store, `/admin/users?query=${word}&page=2`)
  await page.getByRole('button', { name: 'Rows 20' }).click()
  await page.getByRole('button', { name: '50', exact: true }).click()
  await expect(page).toHaveURL(`/admin/users?query=${word}`)
  await expect(rows(page)).toHaveCount(21)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Two-step').uncheck()
  await page.locator('#users-columns').getByRole('button', { name: 'Apply' }).click()
  await expect(page.locator('th', { hasText: 'Two-step' })).toHaveCount(0)
  await expect(rows(page)).toHaveCount(21)
})

test('several people are disabled at once, and the page says who was not and why', async ({
  page,
  store,
  javaScriptEnabled,
}) => {
  const word = aWord()
  const names = ['one', 'two', 'three'].map((name) => `${word}-${name}@example.org`)
  const [one, two, administrator] = await Promise.all(names.map((email) => aUser(store, { email })))
  if (!one || !two || !administrator) throw new Error('Nobody was made.')
  await grantToUser(store, administrator, 'authserver:manage')
  await openConsole(
    page,
    await anAdministrator(store, 'manage-users'),
    `/admin/users?query=${word}`,
  )
  for (const email of names.slice(1)) {
    await rows(page).filter({ hasText: email }).getByRole('checkbox').check()
  }
  if (javaScriptEnabled !== false) {
    await expect(page.getByText('2 selected')).toBeVisible()
    await expectSound(page)
    await page.locator('.ui-bulk').getByRole('button', { name: 'Disable' }).click()
  } else {
    await page.getByLabel('With selected:').selectOption({ label: 'Disable' })
    await page.getByRole('button', { name: 'Apply' }).last().click()
  }
  await expect(page.locator('h1')).toHaveText('Disable 2 users?')
  await expect(page.locator('main')).toContainText(two.email)
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('1 of 2 users disabled.')
  await expect(page.locator('#result')).toContainText('Only an Owner can change administrators')
  expect(await store.users.findById(two.id)).toMatchObject({ enabled: false })
  expect(await store.users.findById(one.id)).toMatchObject({ enabled: true })
  expect(await store.users.findById(administrator.id)).toMatchObject({ enabled: true })
  await page.locator('#undo').click()
  await expect(page.locator('#result')).toContainText('1 of 1 user enabled.')
  expect(await store.users.findById(two.id)).toMatchObject({ enabled: true })
})

test('an act on all of a search never touches who came later, and asks again for more @scripts', async ({
  page,
  store,
}) => {
  const word = aWord()
  const old = await aUser(store, { email: `${aWord()}@example.org` })
  for (let i = 0; i < 21; i++) await aUser(store, { email: `${word}-${i}@example.org` })
  await openAsAdministrator(page, store, `/admin/users?query=${word}`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 21' }).click()
  await page.locator('.ui-bulk').getByRole('button', { name: 'Disable' }).click()
  await expect(page.locator('h1')).toHaveText('Disable 21 users?')
  const later = new Date(Date.now() + 60_000)
  const late = await aUser(store, { email: `${word}-late@example.org`, createdAt: later })
  await store.users.change(old.id, { username: `${word}-renamed` })
  await page.locator('#do').click()
  await expect(page.getByRole('alert').filter({ hasText: '22 match now' })).toBeVisible()
  expect(await store.users.findById(old.id)).toMatchObject({ enabled: true })
  await store.users.change(old.id, { username: '' })
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('21 of 21 users disabled.')
  expect(await store.users.findById(late.id)).toMatchObject({ enabled: true })
})

test('after all rows were chosen, a new tick means the rows of the page @scripts', async ({
  page,
  store,
}) => {
  const word = aWord()
  for (let i = 0; i < 41; i++) await aUser(store, { email: `${word}-${i}@example.org` })
  await openAsAdministrator(page, store, `/admin/users?query=${word}`)
  const box = page.getByLabel('Select all on this page')
  await box.check()
  await page.getByRole('button', { name: 'Select all 41' }).click()
  await expect(page.getByText('41 selected')).toBeVisible()
  await box.uncheck()
  await box.check()
  await expect(page.getByText('20 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 41' }).click()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await box.check()
  await expect(page.getByText('20 selected')).toBeVisible()
})

test('an act on a list that cannot be read does nothing', async ({ page, store }) => {
  const user = await aUser(store)
  const before = new Date().toISOString()
  const path = `/admin/users/bulk?act=disable&all=true&total=9999&before=${before}`
  await openAsAdministrator(page, store, `${path}&statsu=disabled`)
  await expect(page.locator('main')).toContainText('Nothing was done')
  await expect(page.locator('#do')).toHaveCount(0)
  await page.goto('/admin/users/bulk?act=disable')
  await expect(page.locator('#do')).toHaveCount(0)
  expect(await store.users.findById(user.id)).toMatchObject({ enabled: true })
})

test('the export holds every row of the search, whatever the page shows', async ({
  page,
  store,
}) => {
  const word = aWord()
  for (let i = 0; i < 23; i++) {
    await aUser(store, { email: `${word}-${i}@example.org`, givenName: i === 7 ? '=1+1' : 'Ada' })
  }
  await openAsAdministrator(page, store, `/admin/users?query=${word}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('main').getByRole('link', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const file = await readFile(await download.path(), 'utf8')
  expect(file.startsWith('\uFEFF"id","email","givenName"')).toBe(true)
  expect(file.trimEnd().split('\r\n')).toHaveLength(24)
  expect(file).toContain(`"'=1+1"`)
})

test('the list is searched from its first page while somebody types, not while a word is composed @scripts', async ({
  page,
  store,
}) => {
  const word = aWord()
  for (let one = 1; one <= 21; one++) {
    await aUser(store, { email: `${word}-${one}@example.org` })
  }
  await openAsAdministrator(page, store, `/admin/users?query=${word}&page=2`)
  await expect(rows(page)).toHaveCount(1)
  const search = page.getByRole('searchbox')
  await search.press('End')
  const browser = await page.context().newCDPSession(page)
  const composed = { text: '-7@', selectionStart: 3, selectionEnd: 3 }
  await browser.send('Input.imeSetComposition', composed)
  // Longer than the search waits after a key.
  await page.waitForTimeout(1_000)
  await expect(page).toHaveURL(`/admin/users?query=${word}&page=2`)
  await browser.send('Input.insertText', { text: '-7@' })
  await expect(page).toHaveURL(`/admin/users?query=${encodeURIComponent(`${word}-7@`)}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(search).toBeFocused()
})

test('whoever brings the whole list back has an empty search @scripts', async ({ page, store }) => {
  await openAsAdministrator(page, store, '/admin/users')
  const search = page.getByRole('searchbox')
  await search.fill(aWord())
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL('/admin/users')
  await expect(rows(page).first()).toBeVisible()
  await expect(search).toHaveValue('')
})

test('keys move between rows and tick them; with a modifier they are the browser’s @scripts', async ({
  page,
  store,
}) => {
  const word = aWord()
  for (const name of ['a', 'b']) await aUser(store, { email: `${word}-${name}@example.org` })
  await openAsAdministrator(page, store, `/admin/users?query=${word}`)
  const links = page.locator('#users .ui-main-cell')
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Alt+x')
  await expect(page.locator('#users input:checked')).toHaveCount(0)
  await page.keyboard.press('x')
  await expect(rows(page).nth(1).getByRole('checkbox')).toBeChecked()
})

test('single keys open pages and what a list creates, not while somebody types or once they are off @scripts', async ({
  page,
  store,
}) => {
  await openAsAdministrator(page, store, '/admin/dashboard')
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/admin\/users$/)
  await page.locator('#search').focus()
  await page.keyboard.type('gn')
  await expect(page.locator('#search')).toHaveValue('gn')
  await page.goto('/admin/users')
  await page.locator('h1').click()
  await page.keyboard.press('Control+n')
  await page.keyboard.press('?')
  await page.locator('#shortcuts summary').click()
  await expect(page.locator('#shortcuts')).toContainText('Identity providers')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.locator('h1').click()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/admin\/users\/new$/)
  await page.locator('#help').click()
  await page.locator('#single-keys').click()
  await page.locator('h1').click()
  for (const key of ['g', 'd', '?']) await page.keyboard.press(key)
  await expect(page.locator('#help-menu')).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/users\/new$/)
})

test('Ctrl Enter saves the form in which somebody types @scripts', async ({ page, store }) => {
  const user = await openPerson(page, store, 'profile')
  await page.locator('#nickname').fill('Countess')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Saved.')
  expect(await store.users.findById(user.id)).toMatchObject({ nickname: 'Countess' })
})
