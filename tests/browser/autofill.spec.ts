import { expect, type Page } from '@playwright/test'
import { openAsAdministrator, openPerson, pageOf } from './admin-users.ts'
import { aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'

const sections = ['profile', 'address', 'phone', 'email'] as const

test('browsers are told which of the data of their visitor the pages of the account ask for @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await aPerson(store), '/account/profile')
  const told = new Set<string>()
  for (const section of sections) {
    await page.goto(`/account/${section}`)
    if (section === 'profile') await page.locator('.ui-more > summary').click()
    for (const token of await tokensOf(page)) told.add(token)
  }
  const own = [
    'given-name',
    'family-name',
    'bday',
    'url',
    'address-line1',
    'postal-code',
    'country',
  ]
  expect([...told]).toEqual(expect.arrayContaining([...own, 'tel-national', 'email']))
})

test('browsers fill no data of an administrator into what is about somebody else @scripts', async ({
  page,
  store,
}) => {
  const user = await openPerson(page, store, 'profile')
  for (const section of sections) {
    await page.goto(pageOf(user, section))
    expect(new Set(await tokensOf(page)), section).toEqual(new Set(['off']))
  }
  await page.goto(pageOf(user, 'authentication'))
  expect(await tokensOf(page)).toEqual(['new-password'])
})

test('browsers fill no data of an administrator into a new user @scripts', async ({
  page,
  store,
}) => {
  await openAsAdministrator(page, store, '/admin/users/new')
  const tokens = await tokensOf(page)
  expect(tokens.filter((token) => token !== 'off')).toEqual(['new-password'])
})

/** The autocomplete tokens of a page's text fields and selects; empty where a field has none. */
async function tokensOf(page: Page): Promise<string[]> {
  const fields = page.locator('#content form :is(input:not([type=checkbox], [type=radio]), select)')
  const shown = await fields.evaluateAll((all) =>
    all
      .filter((field) => field.checkVisibility())
      .map((field) => field.getAttribute('autocomplete') ?? ''),
  )
  expect(shown.length).toBeGreaterThan(0)
  return shown
}
