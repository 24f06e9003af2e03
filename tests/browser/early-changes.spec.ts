import { expect } from '@playwright/test'
import { clientPage, openClient, storedClient } from './admin-clients.ts'
import { expectToast, openPerson } from './admin-users.ts'
import { changeEarly, unsaved } from './change-early.ts'
import { test } from './fixtures.ts'
import { scriptsBegun } from './scripts-begun.ts'

test('what is typed and chosen before scripts begin counts as unsaved, and is saved @scripts', async ({
  page,
  store,
}) => {
  const user = await openPerson(page, store, 'profile')
  await changeEarly(page, `/admin/users/${user.id}/profile`, async () => {
    await page.locator('#nickname').fill('Bob')
    await page.locator('#gender').selectOption({ index: 1 })
  })
  await expect(unsaved(page)).toHaveText('2 unsaved changes')
  await expect(page.locator('#nickname')).toHaveValue('Bob')
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  expect(await store.users.findById(user.id)).toMatchObject({ nickname: 'Bob', gender: 'female' })
})

test('so are a tick, a duration and its unit, and a row of a list @scripts', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'tokens')
  await changeEarly(page, clientPage(client, 'tokens'), async () => {
    await page.locator('#lifetime-inherit').uncheck()
    await page.locator('#lifetime').fill('3')
    await page.locator('#lifetime-unit').selectOption('hour')
  })
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  await changeEarly(page, clientPage(client, 'redirect-uris'), () =>
    page.locator('textarea[name$=entry]').last().fill('https://three.example/'),
  )
  await expect(unsaved(page)).toHaveText('1 unsaved change')
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  const { tokenExpirationInSeconds, redirectUris } = await storedClient(store, client)
  expect(tokenExpirationInSeconds).toBe(3 * 3600)
  expect(redirectUris.map(({ uri }) => uri)).toContain('https://three.example/')
})

test('line breaks that the browser writes in its own way are no change @scripts', async ({
  page,
  store,
}) => {
  const user = await openPerson(page, store, 'attributes')
  const flags = { includeInIdToken: false, includeInAccessToken: false }
  const attribute = { userId: user.id, key: 'badge', value: 'one\r\ntwo', ...flags }
  const { id } = await store.userAttributes.insert(attribute)
  await page.goto(`/admin/users/${user.id}/attributes/edit/${id}`)
  await scriptsBegun(page)
  await expect(page.locator('#value')).toHaveValue('one\ntwo')
  await page.locator('#includeInIdToken').check()
  await expect(unsaved(page)).toHaveText('1 unsaved change')
})
