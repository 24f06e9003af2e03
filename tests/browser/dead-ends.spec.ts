import { expect } from '@playwright/test'
import { aClient, aPublicClient } from '#tests/support/people.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'

// Without scripts, Next.js shows nothing when a page calls `notFound()` during rendering.
test('a record that is not there leaves the menu and leads back to its list @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  for (const [list, section, name] of [
    ['users', 'details', 'Users'],
    ['clients', 'settings', 'Applications'],
    ['groups', 'settings', 'Groups'],
    ['resources', 'settings', 'APIs'],
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

test('an address without a page is told within the frame, with a way to the list it lies under @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  for (const [path, name, list] of [
    ['/admin/nonsense', 'Dashboard', '/admin/dashboard'],
    ['/admin/nonsense/deeper.png?query=1', 'Dashboard', '/admin/dashboard'],
    ['/admin/settings/nonsense', 'Dashboard', '/admin/dashboard'],
    ['/admin/users/5/nonsense', 'Users', '/admin/users'],
    ['/admin/clients/5/settings/nonsense', 'Applications', '/admin/clients'],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page.getByRole('navigation', { name: 'Administration' }).first()).toBeVisible()
    await expect(page.locator('#page-not-found').getByRole('link', { name })).toHaveAttribute(
      'href',
      list,
    )
  }
})

test('an address without a page asks for a sign-in like any other, and leads to no list that may not be read @scripts', async ({
  page,
  store,
}) => {
  await page.goto('/admin/nonsense')
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await openConsole(page, await anAdministrator(store, 'manage-users'), '/admin/users')
  await page.goto('/admin/clients/5/nonsense')
  await expect(page.locator('#page-not-found a')).toHaveAttribute('href', '/admin/dashboard')
})

test('a client that cannot use permissions is offered neither a choice nor a switch it does not have @no-scripts', async ({
  page,
  store,
}) => {
  const { id } = await aPublicClient(store)
  const path = `/admin/clients/${id}/permissions`
  await openConsole(page, await anAdministrator(store, 'manage'), path)
  await expect(page.locator('#unused')).toContainText('A public application has no secret')
  await expect(page.locator('#unused a')).toHaveCount(0)
  await expect(page.locator('#permissions')).toContainText('No permissions.')
  const other = await aClient(store, { clientCredentialsEnabled: false })
  await page.goto(`/admin/clients/${other.id}/permissions`)
  await expect(page.locator('#unused a')).toHaveText('Go to the flows')
  await expect(page.locator('#permissions')).toContainText('No permissions.')
})
