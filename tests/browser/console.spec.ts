import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import manifest from '../../package.json' with { type: 'json' }
import {
  anAdministrator,
  aPerson,
  openConsole,
  postOn,
  signInToConsole,
  signOut,
} from './console.ts'
import { test } from './fixtures.ts'
import { answerTo } from './journey.ts'
import { signIn } from './people.ts'

/** Compressed bytes of scripts that a page loads with an empty cache. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('the lists of the console load less than 160 KB of compressed script @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  for (const list of ['clients', 'resources', 'groups', 'users']) {
    const fresh = await page.context().newPage()
    const bytes = await scriptBytes(fresh, `/admin/${list}`)
    expect(bytes, list).toBeGreaterThan(0)
    expect(bytes, list).toBeLessThan(160_000)
    await fresh.close()
  }
})

test('a person without rights is told so, and may go on as somebody else @no-scripts', async ({
  page,
  store,
}) => {
  await page.goto('/admin')
  await signIn(page, await aPerson(store))
  await postOn(page)
  await expect(page.locator('#page-unauthorized')).toBeVisible()
  await expect(page.locator('#page-unauthorized a')).toHaveAttribute('href', '/account')
  await signOut(page)
  await expect(page.locator('#page-signed-out')).toBeVisible()
  await signInToConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
})

test('the account pages offer the administration to those who hold a right to it, and to nobody else @no-scripts', async ({
  page,
  browser,
  baseURL,
  store,
}) => {
  const offerOn = async (shown: Page) => {
    await shown.locator('#user-button').click()
    await expect(shown.locator('#sign-out')).toBeVisible()
    return shown.locator('#user-menu').getByRole('link', { name: 'Administration' })
  }
  await openConsole(page, await aPerson(store), '/account/profile')
  await expect(await offerOn(page)).toHaveCount(0)
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  })
  const theirs = await context.newPage()
  await openConsole(theirs, await anAdministrator(store, 'manage-users'), '/account/profile')
  await (await offerOn(theirs)).click()
  await postOn(theirs)
  await expect(theirs).toHaveURL('/admin/dashboard')
  await context.close()
})

test('a granular administrator sees the parts they may read @scripts', async ({ page, store }) => {
  const person = await anAdministrator(store, 'manage-users')
  await signInToConsole(page, person, '/admin/dashboard')
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Applications' })).toHaveCount(0)
})

test('a page that no role of the visitor opens says in the frame which roles would', async ({
  page,
  store,
}) => {
  await signInToConsole(page, await anAdministrator(store, 'manage-users'), '/admin/dashboard')
  const response = await page.goto('/admin/settings/keys')
  expect(response?.status()).toBe(403)
  const told = page.locator('#page-not-allowed')
  await expect(told).toContainText('Signing keys')
  await expect(told).toContainText('Settings')
  await expect(told.getByText('Your roles')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(1)
  await told.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
})

test('signing out of the console ends the session of the server', async ({ page, store }) => {
  await signInToConsole(page, await aPerson(store), '/account/profile')
  await signOut(page)
  await expect(page.locator('#page-signed-out')).toBeVisible()
  await page.goto('/account/profile')
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

test('a page that the browser kept asks the server again when it is shown @scripts', async ({
  page,
  store,
}) => {
  await signInToConsole(page, await aPerson(store), '/account/overview')
  await page.context().clearCookies()
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

test('after the sign-out, Back leads to the sign-in and shows nobody’s name', async ({
  page,
  store,
}) => {
  const person = await aPerson(store, { givenName: 'Zenobia', familyName: 'Palmyrene' })
  await signInToConsole(page, person, '/account/overview')
  await expect(page.locator('main')).toContainText('Zenobia')
  await signOut(page)
  await expect(page.locator('#page-signed-out')).toBeVisible()
  // A page that answered a form is not sent again without a question.
  await page.evaluate(() => window.history.back()).catch(() => {})
  await page.waitForTimeout(1_000)
  await expect(page.locator('body')).not.toContainText('Zenobia')
  await page.goto('/account/overview')
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

test('a sign-in that got lost may be started again @no-scripts', async ({ page }) => {
  const response = await page.request.post('/console/callback', { form: { state: 'unknown' } })
  expect(response.status()).toBe(400)
  expect(await response.text()).toContain(
    '<a id="way-try-again" href="/console/sign-in?to=%2Faccount%2Foverview"',
  )
})

test('the console tells the version of the server, and the account pages do not @no-scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  await page.locator('#help').click()
  await expect(page.locator('#help-menu')).toContainText(`Version ${manifest.version}`)
  await expect(page.locator('#help-menu p').first()).toContainText('Who signs in, what was refused')
  await expect(page.locator('#help-menu a').first()).toHaveAttribute(
    'href',
    '/docs/administer#the-console',
  )
  await expect(page.locator('#help-menu a[href="/docs"]')).toHaveText('Documentation')
  await page.goto('/account/profile')
  await expect(page.locator('body')).not.toContainText(manifest.version)
})

test('the help is about the page that the visitor goes on to, and its chapter too @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  const help = page.locator('#help-menu')
  const text = help.locator('p').first()
  await page.locator('#help').click()
  await expect(text).toContainText('Who signs in, what was refused')
  await page.keyboard.press('Escape')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await expect(page.locator('h1')).toHaveText('Users')
  await page.locator('#help').click()
  await expect(text).toContainText('Everyone with an account.')
  await expect(help.locator('a').first()).toHaveAttribute('href', '/docs/administer#everyday-tasks')
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})

test('an address that says more than the console knows opens its page all the same @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await aPerson(store), '/account/profile')
  await page.goto('/account/profile?done=constructor')
  await expect(page.locator('#content h1')).toHaveText('Profile')
  await page.goto('/account/profile?done=saved')
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await expect(page).toHaveURL('/account/profile')
})

test('tokens reach no script: pages and their data name none @scripts', async ({ page, store }) => {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    const isOurs = new URL(response.url()).pathname.startsWith('/account/profile')
    if (isOurs && response.ok()) bodies.push(response.text())
  })
  await signInToConsole(page, await aPerson(store), '/account/profile')
  // Bodies that have not arrived when the page is left can no longer be read.
  await Promise.all(bodies)
  await page.reload()
  for (const body of await Promise.all(bodies)) expect(body).not.toMatch(/eyJ[\w-]{10,}/)
  expect(bodies.length).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('a form sent after the session has ended says so and keeps what was typed @scripts', async ({
  page,
  store,
}) => {
  const person = await aPerson(store)
  await signInToConsole(page, person, '/account/profile')
  await page.locator('#givenName').fill('Grace')
  await page.context().clearCookies()
  await page.locator('#submit').click()
  await expect(page.locator('#content').getByRole('alert')).toContainText('You’ve been signed out')
  await expect(page.locator('#givenName')).toHaveValue('Grace')
})

test('who signs in again in another tab sends the form of an administrator once more @scripts', async ({
  page,
  store,
}) => {
  const person = await anAdministrator(store, 'manage')
  const path = `/admin/users/${person.id}/profile`
  await openConsole(page, person, path)
  const field = page.locator('#givenName')
  await field.fill('Grace')
  await page.context().clearCookies()
  await page.locator('#submit').click()
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    page.locator('#content').getByRole('alert').getByRole('link').click(),
  ])
  await signIn(other, person)
  await postOn(other)
  await other.waitForURL((url) => url.pathname === path)
  await other.close()
  await expect(field).toHaveValue('Grace')
  await page.locator('#submit').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
})

test('the front page has the way in and, once signed in, the way out @no-scripts', async ({
  page,
  store,
}) => {
  await page.goto('/')
  await expect(page.locator('#sign-out')).toHaveCount(0)
  await page.locator('#account').click()
  await signIn(page, await aPerson(store))
  await postOn(page)
  await page.waitForURL((url) => url.pathname === '/account/overview')
  await page.goto('/')
  await expect(page.locator('#account')).toHaveText('Go to your account')
  await signOut(page)
  await expect(page.locator('#page-signed-out')).toBeVisible()
})

test('a form of the console is refused to another site @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  await signInToConsole(page, await aPerson(store), '/account/profile')
  const response = await page.request.post(`${serverUrl}/account/profile/submit`, {
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    form: { username: 'taken' },
  })
  expect(response.status()).toBe(403)
})

test('where scripts are off a setting is saved, and a wrong one is told @no-scripts', async ({
  page,
  store,
}) => {
  const days = page.locator('#auditLogRetentionDays')
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/settings/audit-logs')
  await days.fill('4000')
  await page.locator('#submit').click()
  await expect(page.getByRole('alert').first()).toContainText('Enter a number from 0 to 3650.')
  await expect(days).toHaveValue('4000')
  await days.fill('30')
  await answerTo(page, () => page.locator('#submit').click())
  await page.goto('/admin/settings/audit-logs')
  await expect(days).toHaveValue('30')
})
