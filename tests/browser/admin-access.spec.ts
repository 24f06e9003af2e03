import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { aSession } from '#tests/support/granted.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToGroup,
  grantToUser,
} from '#tests/support/people.ts'
import { expectAccessible } from './accessible.ts'
import { aWord, confirm, expectToast, openAsAdministrator, pageOf } from './admin-users.ts'
import { anAdministrator, openConsole } from './console.ts'
import { counted } from './counted-job.ts'
import { test } from './fixtures.ts'

test('job: find a person by her name without accents, say what she may do and why, disable her and end her sessions @scripts', async ({
  page,
  store,
}) => {
  const word = aWord()
  const zoe = await aUser(store, { givenName: 'Zoë', familyName: `Müller ${word}` })
  const billing = `bill-${aWord()}`.slice(0, 30)
  await aResource(store, billing, ['read', 'approve'])
  const finance = await aGroup(store, {}, [zoe])
  await grantToGroup(store, finance, `${billing}:approve`)
  await grantToUser(store, zoe, `${billing}:read`)
  for (let i = 0; i < 2; i++) {
    const now = new Date()
    await aSession(store, zoe, [], { started: now, lastAccessed: now })
  }
  await openAsAdministrator(page, store, '/admin/users')
  const job = counted(page)
  await job.type('#search', `zoe muller ${word}`, /query=/)
  await job.open(`#users a.ui-main-cell[href*="/users/${zoe.id}/"]`, /details/)
  await job.open('#see-access', /permissions/)
  const row = page.locator('#effective tr', { hasText: `${billing}:approve` })
  await expect(row).toContainText(finance.groupIdentifier)
  await expect(page.locator('#effective tr', { hasText: `${billing}:read` })).toContainText(
    'Direct',
  )
  await expectAccessible(page)
  await job.open('nav[aria-label="Pages of this user"] a >> nth=0', /details/)
  await job.click('#end-sessions')
  await expect(page.getByRole('dialog')).toContainText('End 2 sessions?')
  await job.click('#end-sessions-confirm')
  await expectToast(page, '2 sessions ended.')
  await job.click('#disable')
  await job.click('#disable-confirm')
  await expect(page.locator('#is-disabled')).toBeVisible()
  expect(await store.users.findById(zoe.id)).toMatchObject({ enabled: false })
  job.expectAsDocumented(
    'Find a person by `zoe muller`, say what she may do and why, disable her, end her sessions',
  )
})

test('job: reset the second factor of a user @scripts', async ({ page, store }) => {
  const user = await aUser(store, { givenName: aWord(), otpEnabled: true })
  await openAsAdministrator(page, store, '/admin/users')
  const job = counted(page)
  await job.type('#search', user.givenName, /query=/)
  await job.open(`#users a.ui-main-cell[href*="/users/${user.id}/"]`, /details/)
  await job.click('#otp-off')
  await job.click('#otp-off-confirm')
  await expect(page.locator('#security')).toContainText('Only the user can turn it on')
  expect(await store.users.findById(user.id)).toMatchObject({ otpEnabled: false })
  job.expectAsDocumented('Reset a second factor')
})

test('job: give a colleague limited administration, who then gives ordinary permissions @scripts', async ({
  page,
  store,
}) => {
  const colleague = await aUser(store, { givenName: aWord() })
  await openAsAdministrator(page, store, '/admin/administrators')
  const job = counted(page)
  await job.open('#add-administrator', /add/)
  await job.type('#search', colleague.givenName, /query=/)
  await job.open(`#choose-${colleague.id}`, /roles/)
  await expectAccessible(page)
  await job.click('input[value=manage-users]')
  await job.click('#submit')
  await expectToast(page, 'Saved.')
  expect(await store.permissions.userHolds(colleague.id, 'authserver', ['manage-users'])).toBe(true)
  job.expectAsDocumented('Give a colleague limited administration')
  await page.context().clearCookies()
  const [depot, user] = [`depot-${aWord()}`.slice(0, 30), await aUser(store)]
  await aResource(store, depot, ['read'])
  await openConsole(page, colleague, pageOf(user, `permissions/give?scope=${depot}`))
  await page.getByLabel(`${depot}:read`).check()
  await page.locator('#submit').click()
  await expect(page.locator('#effective')).toContainText(`${depot}:read`)
  expect(await store.permissions.userHolds(user.id, depot, ['read'])).toBe(true)
  await page.goto(pageOf(user, 'permissions/give?scope=authserver:manage'))
  await expect(page.getByLabel('authserver:manage-users')).toBeDisabled()
})

test('administrators are told apart by role, source and second factor; who may not change them is told @scripts', async ({
  page,
  store,
}) => {
  const auditor = await aUser(store, { givenName: aWord() })
  const auditors = await aGroup(store, {}, [auditor])
  await grantToGroup(store, auditors, 'authserver:admin-read')
  const limited = await anAdministrator(store, 'manage-users')
  await openConsole(page, limited, '/admin/administrators')
  await expect(page.locator('#add-administrator')).toHaveCount(0)
  await expect(page.locator('main')).toContainText('Only an Owner can change this page.')
  await expect(page.locator('#password-alone')).toBeVisible()
  await page.goto('/admin/administrators?kind=group')
  await expect(page.locator('#administrators')).toContainText(auditors.groupIdentifier)
  await page.goto('/admin/administrators?kind=client')
  await expect(page.locator('#administrators')).toContainText('Admin console')
  // These roles do not open the page of an application.
  await expect(page.locator('#administrators').getByRole('link')).toHaveCount(0)
})

test('sessions of a user are shown, ended when ticked, and all at once', async ({
  page,
  store,
  javaScriptEnabled,
}) => {
  const user = await aUser(store)
  const client = await aClient(store)
  const now = new Date()
  const live = { started: now, lastAccessed: now, ipAddress: '198.51.100.77' }
  const [one, two] = [
    await aSession(store, user, [client], live),
    await aSession(store, user, [client], live),
  ]
  await openAsAdministrator(page, store, `/admin/sessions?user=${user.id}`)
  await expect(page.locator('#sessions tbody tr')).toHaveCount(2)
  await page.locator(`input[value="${one.id}"]`).check()
  if (javaScriptEnabled !== false) {
    await page.locator('.ui-bulk').getByRole('button', { name: 'End sessions' }).click()
  } else await page.getByRole('button', { name: 'Apply' }).last().click()
  await expect(page.locator('h1')).toHaveText('End 1 session?')
  await expect(page.locator('main')).toContainText('Apps used there lose access too')
  await page.locator('#do').click()
  await expect(page.locator('#result')).toContainText('1 of 1 session ended.')
  await page.getByRole('link', { name: 'Sessions' }).last().click()
  await expect(page.locator('#sessions tbody tr')).toHaveCount(1)
  if (!javaScriptEnabled) return
  await confirm(page, 'end-all', /Apps used there lose access too/)
  await expect(page.locator('main')).toContainText('No sessions')
  expect(await store.sessions.findById(two.id)).toBeNull()
})

test('who has a permission: people with their source, groups and applications @scripts', async ({
  page,
  store,
}) => {
  const name = `api-${aWord()}`.slice(0, 30)
  const resource = await aResource(store, name, ['read'])
  const user = await aUser(store, { givenName: aWord() })
  const group = await aGroup(store, {}, [user])
  await grantToGroup(store, group, `${name}:read`)
  const reader = await anAdministrator(store, 'manage-users')
  await openConsole(page, reader, `/admin/resources/${resource.id}/users-with-permission`)
  await expect(page.locator('#users')).toContainText(group.groupIdentifier)
  await page.locator('#sources').getByRole('link', { name: 'Direct' }).click()
  await expect(page.locator('#holders')).toContainText('Nothing matches these filters')
  await page.locator('#sources').getByRole('link', { name: 'Through a group' }).click()
  await expect(page.locator('#users tbody tr')).toHaveCount(1)
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('#export').click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^who-has-it-users-\d{4}-\d\d-\d\d\.csv$/)
  const [head, row, end] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(head).toBe(
    '\uFEFF"id","email","givenName","familyName","enabled","direct","groups","since"',
  )
  expect(row).toContain(`"${user.id}","${user.email}","${user.givenName}"`)
  expect(row).toContain(`"false","${group.groupIdentifier}"`)
  expect(end).toBe('')
  const misspelt = await page.request.get(
    `/admin/resources/${resource.id}/users-with-permission/export?permission=1&suorce=direct`,
  )
  expect(misspelt.status()).toBe(400)
  await page.getByRole('link', { name: 'Groups 1' }).click()
  await expect(page.locator('#groups')).toContainText(group.groupIdentifier)
})

test('a permission is given to an application from “Who has it”, and taken back', async ({
  page,
  store,
}) => {
  const name = `api-${aWord()}`.slice(0, 30)
  const resource = await aResource(store, name, ['read'])
  const client = await aClient(store, { displayName: `Depot ${name}` })
  await openAsAdministrator(page, store, `/admin/resources/${resource.id}/users-with-permission`)
  await page.locator('#give-to').click()
  await expect(page).toHaveURL(/\/add\//)
  await page.locator('main').getByRole('link', { name: 'Applications', exact: true }).click()
  await expect(page).toHaveURL(/kind=client/)
  await expect(page.locator('#applications')).toBeVisible()
  await page.locator('#search').fill(name)
  await page.locator('#search').press('Enter')
  await expect(page.locator('#applications tbody tr')).toHaveCount(1)
  await page.locator(`#grant-${client.id}`).click()
  await expect(page.locator('#applications')).toContainText('Has permission')
  await page.goto(`/admin/resources/${resource.id}/users-with-permission?kind=client`)
  await page.locator(`#remove-${client.id}`).click()
  await expect(page.locator('main')).toContainText('No application has it')
  expect(await store.permissionGrants.idsOf({ kind: 'client', id: client.id })).toEqual([])
})

test('who may not read applications is told which role gives to them @scripts', async ({
  page,
  store,
}) => {
  const name = `api-${aWord()}`.slice(0, 30)
  const resource = await aResource(store, name, ['read'])
  const permission = await store.permissions.find(name, 'read')
  const path = `/admin/resources/${resource.id}/users-with-permission/add/${permission?.id}`
  await openConsole(page, await anAdministrator(store, 'manage-users'), `${path}?kind=client`)
  await expect(page.locator('#needs-role')).toContainText('role Applications')
  await expect(page.locator('#users')).toBeVisible()
})

test('what is in a token, and what is missing and why @scripts', async ({ page, store }) => {
  const user = await aUser(store)
  const name = `api-${aWord()}`.slice(0, 30)
  await aResource(store, name, ['read', 'write'])
  await grantToUser(store, user, `${name}:read`, `${name}:write`)
  const client = await aClient(store, { consentRequired: true })
  await store.consents.save(user.id, client.id, `openid ${name}:read`, new Date())
  await openAsAdministrator(page, store, pageOf(user, `permissions?client=${client.id}`))
  await expect(page.locator('#access-token')).toContainText(`openid ${name}:read`)
  await expect(page.locator('#in-token')).toContainText('No question at sign-in.')
  await expect(page.locator('#missing')).toContainText(`${name}:write`)
  await expect(page.locator('#missing')).toContainText('doesn’t ask for it')
})
