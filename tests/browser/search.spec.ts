import { expect, type Page } from '@playwright/test'
import { aClient, aUser } from '#tests/support/people.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { aWord, openAsAdministrator } from './admin-users.ts'
import { test } from './fixtures.ts'

const palette = (page: Page) => page.locator('#palette')
const active = (page: Page) => palette(page).getByRole('option', { selected: true })

/** Opens the palette once scripts run. */
async function openPalette(page: Page): Promise<void> {
  await expect(page.locator('#rail-search')).toBeAttached()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
}

test('Ctrl K finds a person by words in any order, without accents, and Enter opens them @scripts', async ({
  page,
  store,
}) => {
  const word = aWord()
  const zoe = await aUser(store, { givenName: `Zoë${word}`, familyName: 'Müller' })
  await openAsAdministrator(page, store, '/admin/dashboard')
  await openPalette(page)
  await expect(active(page)).toHaveText(/Dashboard/)
  await page.keyboard.type(`mul zoe${word}`)
  await expect(active(page)).toContainText(`Zoë${word} Müller`)
  await expect(active(page).locator('mark')).toHaveText([`Zoë${word}`, 'Mül'])
  await expect(palette(page).getByRole('option')).toContainText([
    `Zoë${word} Müller`,
    `Disable Zoë${word} Müller…`,
    `End all sessions of Zoë${word} Müller…`,
    `Everything about Zoë${word} Müller in the last 7 days`,
    `Refused sign-ins of Zoë${word} Müller`,
  ])
  await expectSound(page)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/users/${zoe.id}/details`)
  await expect(palette(page)).toBeHidden()
  await openPalette(page)
  await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText(`Zoë${word}`)
})

test('Enter waits for the results of what was typed @scripts', async ({ page, store }) => {
  const word = aWord()
  const zoe = await aUser(store, { givenName: `Zoë${word}` })
  await openAsAdministrator(page, store, '/admin/dashboard')
  const held = Promise.withResolvers<void>()
  await page.route(/search\/results\?query=zoe/, async (route) => {
    await held.promise
    await route.continue()
  })
  await openPalette(page)
  await expect(active(page)).toHaveText(/Dashboard/)
  await page.keyboard.type(`zoe${word}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')
  held.resolve()
  await expect(page).toHaveURL(`/admin/users/${zoe.id}/details`)
})

test('a key that an input method takes opens nothing @scripts', async ({ page, store }) => {
  await openAsAdministrator(page, store, '/admin/dashboard')
  await openPalette(page)
  await page.keyboard.type('groups')
  await expect(active(page)).toHaveText(/Groups/)
  const field = page.locator('#palette-field')
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
  await expect(page).toHaveURL('/admin/dashboard')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/groups')
})

test('a slash opens it where the page has no search, unless single keys are off @scripts', async ({
  page,
  store,
}) => {
  await openAsAdministrator(page, store, '/admin/dashboard')
  await expect(page.locator('#rail-search')).toBeAttached()
  await page.keyboard.press('/')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await page.locator('#help').click()
  await page.locator('#single-keys').click()
  await expect(page.locator('#rail-search')).toBeAttached()
  await page.keyboard.press('/')
  await openPalette(page)
})

test('the word of an act finds no act, and nothing found says so @scripts', async ({
  page,
  store,
}) => {
  await openAsAdministrator(page, store, '/admin/dashboard')
  await openPalette(page)
  await page.keyboard.type('disable')
  await expect(palette(page).getByRole('group', { name: 'Do' })).toHaveCount(0)
  await page.keyboard.type(' zzzz%_')
  await expect(palette(page).getByRole('status')).toHaveText('No results for “disable zzzz%_”')
})

test('the search page finds records, pages, addresses and requests', async ({ page, store }) => {
  const word = aWord()
  const requestId = crypto.randomUUID()
  const client = await aClient(store, { displayName: `Shop ${word}`, createdViaDcr: true })
  const now = new Date()
  await store.refusalRecords.insertAll([
    {
      ...{ createdAt: now, lastAt: now, requestId, repeats: 0, status: 400, userId: null },
      ...{ endpoint: '/auth/authorize', network: '192.0.2.0/24', facts: '{}' },
      ...{ rule: 'redirect_uri_not_registered', error: 'redirect_uri_not_registered' },
      ...{ clientId: client.id, clientIdentifier: client.clientIdentifier },
    },
  ])
  await openAsAdministrator(page, store, `/admin/search?query=${word}`)
  await expect(
    page.getByRole('link', { name: `“Shop ${word}”`, exact: false }).first(),
  ).toBeVisible()
  await page.goto(`/admin/search?query=${requestId}`)
  await page.getByRole('link', { name: 'Redirect URI isn’t registered' }).click()
  await expect(page).toHaveURL(/\/admin\/refusals\/\d+$/)
  await page.goto('/admin/search?query=192.0.2.9')
  await expect(page.getByRole('link', { name: 'Everything from this address' })).toBeVisible()
  await page.goto('/admin/search?query=signing keys')
  await expect(page.getByRole('main').getByRole('link').first()).toHaveText('Signing keys')
  await page.goto(`/admin/search?query=zz${word}`)
  await expect(page.getByText(`No results for “zz${word}”`)).toBeVisible()
})

test('without scripts the rail’s field leads to the search page @no-scripts', async ({
  page,
  store,
}) => {
  await openAsAdministrator(page, store, '/admin/dashboard')
  await page.locator('#rail').getByLabel('Search').fill('email')
  await page.locator('#rail').getByLabel('Search').press('Enter')
  await expect(page).toHaveURL('/admin/search?query=email')
  await expect(page.getByRole('main').getByRole('link', { name: 'Email' })).toBeVisible()
})
