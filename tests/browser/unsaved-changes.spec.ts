import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openClient } from './admin-clients.ts'
import { expectToast, grantUnsaved, openPerson } from './admin-users.ts'
import { test } from './fixtures.ts'
import { scriptsBegun } from './scripts-begun.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const hint = (page: Page) => page.getByRole('status').filter({ hasText: /unsaved change/ })

test('a granted permission is not left behind without a question @scripts', async ({
  page,
  store,
}) => {
  const { group, depot, card } = await grantUnsaved(page, store)
  const sectionOf = (section: string) => `/admin/groups/${group.id}/${section}`
  await expect(hint(page)).toHaveText('1 unsaved change')
  await card.getByRole('button', { name: `Remove ${depot}:read` }).click()
  await expect(hint(page)).toHaveText('2 unsaved changes')

  const section = page.locator('#content').getByRole('link', { name: 'Attributes' })
  await section.click()
  await expect(question(page)).toContainText('2 changes on this page will be lost.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(section).toBeFocused()
  await expect(page).toHaveURL(sectionOf('permissions'))
  await expect(hint(page)).toHaveText('2 unsaved changes')

  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  await expect(hint(page)).toHaveCount(0)
  await section.click()
  await expect(page).toHaveURL(sectionOf('attributes'))
  expect(await store.permissions.groupHolds(group.id, depot, ['write'])).toBe(true)
})

test('who wants to leave without saving may, and is not asked again @scripts', async ({
  page,
  store,
}) => {
  const user = await openPerson(page, store, 'profile')
  await page.locator('#nickname').fill('Bob')
  await expect(hint(page)).toHaveText('1 unsaved change')
  await page.getByRole('link', { name: 'Applications', exact: true }).click()
  await question(page).locator('#leave').click()
  await expect(page).toHaveURL('/admin/clients')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/admin/users')
  expect(await store.users.findById(user.id)).toMatchObject({ nickname: '' })
})

test('going back asks too @scripts', async ({ page, store }) => {
  const client = await openClient(page, store, 'settings')
  const path = new URL(page.url()).pathname
  // Before the scripts run, a link loads a whole page, and the browser's own prompt replaces the page's.
  await scriptsBegun(page)
  await page.locator('#content').getByRole('link', { name: 'Sign-in', exact: true }).click()
  await expect(page).toHaveURL(`/admin/clients/${client.id}/redirect-uris`)
  const input = page.locator('textarea[name$=entry]').last()
  await input.fill('https://one.example')
  await expect(hint(page)).toHaveText('1 unsaved change')
  await page.evaluate(() => window.history.back())
  await expect(question(page)).toBeVisible()
  await question(page).locator('#stay').click()
  await expect(page).toHaveURL(`/admin/clients/${client.id}/redirect-uris`)
  await expect(input).toHaveValue('https://one.example')
  await page.evaluate(() => window.history.back())
  await question(page).locator('#leave').click()
  await expect(page).toHaveURL(path)
  await expect(page.locator('#displayName')).toBeVisible()
})

test('the browser asks before the tab is closed, and only while something is not saved @scripts', async ({
  page,
  store,
}) => {
  await openPerson(page, store, 'profile')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toEqual([])
  await scriptsBegun(page)
  await page.locator('#nickname').fill('Bob')
  await page.locator('#nickname').blur()
  await expect(hint(page)).toBeVisible()
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
})

test('an edit that is taken back is none @scripts', async ({ page, store }) => {
  await openPerson(page, store, 'profile')
  await page.locator('#nickname').fill('Bob')
  await expect(hint(page)).toBeVisible()
  await page.locator('#nickname').fill('')
  await expect(hint(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Applications', exact: true }).click()
  await expect(page).toHaveURL('/admin/clients')
})

test('a code or a confirmation that was typed is left without a question @scripts', async ({
  page,
  store,
}) => {
  await openPerson(page, store, 'delete')
  await page.locator('#open-delete').click()
  await page.locator('#email').fill('some')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Applications', exact: true }).click()
  await expect(page).toHaveURL('/admin/clients')
})

test('a link to a part of the same page leaves nothing behind @scripts', async ({
  page,
  store,
}) => {
  await openPerson(page, store, 'profile')
  await page.locator('#nickname').fill('Bob')
  await expect(hint(page)).toBeVisible()
  await page.locator('a[href="#content"]').press('Enter')
  await expect(page).toHaveURL(/#content$/)
  await expect(question(page)).toHaveCount(0)
})

test('a dialog is cancelled by Escape or a click beside it, but not while something was typed @scripts', async ({
  page,
  store,
}) => {
  await openPerson(page, store, 'delete')
  await scriptsBegun(page)
  const opener = page.locator('#open-delete')
  const dialog = page.getByRole('dialog')
  const clickBeside = () => page.mouse.click(5, 5)
  await opener.click()
  await clickBeside()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await page.locator('#email').fill('some')
  await page.keyboard.press('Escape')
  await clickBeside()
  await expect(dialog).toBeVisible()
  await expect(page.locator('#email')).toHaveValue('some')
  await page.locator('#email').fill('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
