import { expect, type Locator, type Page } from '@playwright/test'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import type { Store } from '#lib/persistence/store.ts'
import {
  aGroup,
  aResource,
  aUser,
  grantToGroup,
  grantToUser,
  type TestUser,
} from '#tests/support/people.ts'
import { anAdministrator, openConsole } from './console.ts'

/** Opens a new user's page as an administrator. */
export async function openPerson(
  page: Page,
  store: Store,
  section: string,
  overrides: Parameters<typeof aUser>[1] = {},
): Promise<TestUser> {
  const user = await aUser(store, overrides)
  await grantToUser(store, user, 'authserver:manage-account')
  await openAsAdministrator(page, store, pageOf(user, section))
  return user
}

/** Opens a group's permissions and grants one of a new resource, without saving. */
export async function grantUnsaved(
  page: Page,
  store: Store,
): Promise<{ group: { readonly id: number }; depot: string; card: Locator }> {
  const depot = `depot-${randomUuid().slice(0, 8)}`
  await aResource(store, depot, ['read', 'write', 'archive'])
  const group = await aGroup(store)
  await grantToGroup(store, group, `${depot}:read`)
  await openAsAdministrator(page, store, `/admin/groups/${group.id}/permissions`)
  const card = page.locator('#permissions')
  await card.getByLabel('API').selectOption(depot)
  await card.getByLabel('Permission', { exact: true }).selectOption({ label: 'write' })
  await card.locator('#grant').click()
  return { group, depot, card }
}

/**
 * Opens a page as a new administrator. A sign-in ends the same user's session in the same kind of browser, so
 * parallel tests cannot share a user.
 */
export async function openAsAdministrator(page: Page, store: Store, path: string): Promise<void> {
  await openConsole(page, await anAdministrator(store, 'manage'), path)
}

export function pageOf(user: { readonly id: number }, section: string): string {
  return `/admin/users/${user.id}/${section}`
}

/** A word that occurs nowhere else in the database. */
export function aWord(): string {
  return `w${randomToken(6)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, 'x')}`
}

/** Opens the dialog of a button, checks its text, and confirms. */
export async function confirm(page: Page, id: string, says: RegExp): Promise<void> {
  await page.locator(`#${id}`).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(says)
  await dialog.locator(`#${id}-confirm`).click()
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()
}
