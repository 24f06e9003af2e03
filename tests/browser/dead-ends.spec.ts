import { expect } from '@playwright/test'
import { aClient, aPublicClient } from '#tests/support/people.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'

// Without scripts Next shows nothing of a page that was not found while it was made.
test('a record that is not there leaves the menu and leads back to its list @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  for (const [list, section, name] of [
    ['users', 'details', 'Users'],
    ['clients', 'settings', 'Clients'],
    ['groups', 'settings', 'Groups'],
    ['resources', 'settings', 'Resources and permissions'],
  ] as const) {
    const answer = await page.goto(`/admin/${list}/999999999/${section}`)
    expect(answer?.status(), list).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page.getByRole('navigation', { name: 'Administration' }).first()).toBeVisible()
    await expect(page.locator('#page-not-found').getByRole('link', { name })).toHaveAttribute(
      'href',
      `/admin/${list}`,
    )
  }
})

test('a client that cannot use permissions is offered neither a choice nor a switch it does not have', async ({
  page,
  store,
}) => {
  const { id } = await aPublicClient(store)
  const path = `/admin/clients/${id}/permissions`
  await openConsole(page, await anAdministrator(store, 'manage'), path)
  await expect(page.locator('#unused')).toContainText('A public client has no secret')
  await expect(page.locator('#unused a')).toHaveCount(0)
  await expect(page.locator('#permissions')).toContainText('No permissions.')
  const other = await aClient(store, { clientCredentialsEnabled: false })
  await page.goto(`/admin/clients/${other.id}/permissions`)
  await expect(page.locator('#unused a')).toHaveText('Go to the flows')
  await expect(page.locator('#permissions')).toContainText('No permissions.')
})
