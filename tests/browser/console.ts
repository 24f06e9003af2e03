import { expect, type Page, test } from '@playwright/test'
import type { Store } from '#lib/persistence/store.ts'
import { aUser, grantToUser, type TestUser } from '#tests/support/people.ts'
import { administrator } from '#tests/support/settings.ts'
import { signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'
import { signInUnseen } from './unseen.ts'

type Person = Pick<TestUser, 'email' | 'password'>

/**
 * The seeded administrator. Only for tests with their own server: a second sign-in from the same device ends
 * the first session.
 */
export const theAdministrator: Person = administrator

/** A new user with access to the account pages. */
export async function aPerson(
  store: Store,
  overrides: Parameters<typeof aUser>[1] = {},
): Promise<TestUser> {
  const user = await aUser(store, overrides)
  await grantToUser(store, user, 'authserver:manage-account')
  return user
}

/** A new administrator with only these permissions of the built-in resource. */
export async function anAdministrator(
  store: Store,
  ...permissions: readonly string[]
): Promise<TestUser> {
  const user = await aPerson(store)
  for (const name of permissions) await grantToUser(store, user, `authserver:${name}`)
  return user
}

/**
 * Opens a console page as a signed-in user. The sign-in happens by requests, without its pages, for tests of
 * later steps.
 * @param path of the page, `/account/…` or `/admin/…`
 */
export async function openConsole(page: Page, person: Person, path: string): Promise<void> {
  await signInUnseen(page.request, person, path)
  await page.goto(path)
  await expectConsole(page, path)
}

/**
 * Opens a console page and signs in on the sign-in pages.
 * @param path of the page, `/account/…` or `/admin/…`
 */
export async function signInToConsole(page: Page, person: Person, path: string): Promise<void> {
  await page.goto(path)
  await signIn(page, person)
  await postOn(page)
  await expectConsole(page, path)
}

async function expectConsole(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path.split('?')[0])
  await expect(page.locator('#content h1')).toBeVisible()
  await scriptsBegun(page)
}

/** Signs out with the button of the visitor's menu, or of a page without one. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.locator('#user-button')
  if (await menu.isVisible()) await menu.click()
  await page.locator('#sign-out').click()
  await postOn(page)
}

/** Submits the self-posting form after a sign-in or sign-out; with scripts it submits itself. */
export async function postOn(page: Page): Promise<void> {
  if (test.info().project.use.javaScriptEnabled !== false) return
  await page.getByRole('button', { name: 'Continue' }).click()
}
