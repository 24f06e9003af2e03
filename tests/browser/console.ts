import { expect, type Page, test } from '@playwright/test'
import type { Store } from '#lib/persistence/store.ts'
import { aUser, grantToUser, type TestUser } from '#tests/support/people.ts'
import { administrator } from '#tests/support/settings.ts'
import { signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'
import { signInUnseen } from './unseen.ts'

/** A person who may sign in with a password. */
type Person = Pick<TestUser, 'email' | 'password'>

/**
 * The administrator that a server makes at its first start. Only for tests with a server of their own:
 * who signs in twice from one device ends the session before.
 */
export const theAdministrator: Person = administrator

/** A new person with the right to an account of their own. */
export async function aPerson(
  store: Store,
  overrides: Parameters<typeof aUser>[1] = {},
): Promise<TestUser> {
  const user = await aUser(store, overrides)
  await grantToUser(store, user, 'authserver:manage-account')
  return user
}

/** A new administrator who holds these permissions of the built-in resource only. */
export async function anAdministrator(
  store: Store,
  ...permissions: readonly string[]
): Promise<TestUser> {
  const user = await aPerson(store)
  for (const name of permissions) await grantToUser(store, user, `authserver:${name}`)
  return user
}

/**
 * Opens a page of the console as somebody who has signed in: what the pages of a sign-in send was sent,
 * but they were not shown. For tests that are about what comes after.
 * @param path of the page, `/account/…` or `/admin/…`
 */
export async function openConsole(page: Page, person: Person, path: string): Promise<void> {
  await signInUnseen(page.request, person, path)
  await page.goto(path)
  await expectConsole(page, path)
}

/**
 * Opens a page of the console and signs in on the way, on the pages for it.
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

/** Leaves the console by the button that all its pages have. */
export async function signOut(page: Page): Promise<void> {
  await page.locator('#sign-out').click()
  await postOn(page)
}

/** After a sign-in or a sign-out the answer is a form that posts itself; without scripts its button does. */
export async function postOn(page: Page): Promise<void> {
  if (test.info().project.use.javaScriptEnabled !== false) return
  await page.getByRole('button', { name: 'Continue' }).click()
}
