import { expect, type Page } from '@playwright/test'
import type { Database } from '#lib/persistence/client.ts'
import { expectAccessible } from './accessible.ts'
import { anAdministrator, openConsole } from './console.ts'
import { answerAt, begin, countPosts } from './journey.ts'
import { signIn } from './people.ts'
import { test } from './settings-server.ts'

test.describe.configure({ mode: 'default' })

/** Renames a table that only some pages read, so that only their API calls fail. */
async function withoutConsents({ prisma }: Database, work: () => Promise<void>): Promise<void> {
  await prisma.$executeRawUnsafe('ALTER TABLE user_consents RENAME TO consents_away')
  try {
    await work()
  } finally {
    await prisma.$executeRawUnsafe('ALTER TABLE consents_away RENAME TO user_consents')
  }
}

const failure = (page: Page) => page.locator('#content #page-failure')

for (const [area, menu, name, other] of [
  ['admin', 'Pages of this user', 'Apps', 'Users'],
  ['account', 'Your account', 'Connected apps', 'Personal info'],
] as const) {
  test(`a page of ${area} that fails says so within the frame, whose menu leads on @scripts`, async ({
    page,
    store,
    database,
    ownServer,
  }) => {
    const person = await anAdministrator(store, 'manage')
    const start = area === 'admin' ? `/admin/users/${person.id}/details` : '/account/sessions'
    await openConsole(page, person, start)
    await withoutConsents(database, async () => {
      await page.getByRole('navigation', { name: menu }).getByRole('link', { name }).click()
      await expect(failure(page)).toContainText('Something went wrong')
      await expect(failure(page)).toHaveRole('alert')
      await expect(page).toHaveTitle(/Something went wrong$/)
      await expectAccessible(page)
      const id = (await page.locator('#error-id').textContent()) ?? ''
      // The log has the cause under this id.
      expect(id).not.toBe('')
      await expect.poll(() => ownServer.output()).toContain(id)
      const line = ownServer
        .output()
        .split('\n')
        .find((text) => text.includes(id))
      expect(line).toContain('user_consents')

      const frame = page.getByRole('navigation', {
        name: area === 'admin' ? 'Administration' : menu,
      })
      await frame.getByRole('link', { name: other }).click()
      await expect(failure(page)).toHaveCount(0)
      await expect(page.locator('#content h1')).toHaveText(area === 'admin' ? 'Users' : 'Profile')
    })
  })
}

test('a page that failed is asked for once more by its button @scripts', async ({
  page,
  store,
  database,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/account/profile')
  const menu = page.getByRole('navigation', { name: 'Your account' })
  await withoutConsents(database, async () => {
    await menu.getByRole('link', { name: 'Connected apps' }).click()
    const failed = (await page.locator('#error-id').textContent()) ?? ''
    expect(failed).not.toBe('')
    await page.locator('#retry').click()
    // The response starts before its query runs. Only a different error id proves that the retry ran.
    await expect(page.locator('#error-id')).not.toHaveText(failed)
  })
  await page.locator('#retry').click()
  await expect(page.locator('#content h1')).toHaveText('Connected apps')
  await expect(failure(page)).toHaveCount(0)
})

test('a page that fails when it is loaded is told within the frame too @scripts', async ({
  page,
  store,
  database,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/account/profile')
  await withoutConsents(database, async () => {
    const answer = await page.goto('/account/manage-consents')
    expect(answer?.status()).toBe(500)
    await expect(failure(page)).toBeVisible()
    await expect(page.locator('#error-id')).toHaveText(answer?.headers()['x-request-id'] ?? '')
    await page
      .getByRole('navigation', { name: 'Your account' })
      .getByRole('link', { name: 'Personal info' })
      .click()
    await expect(page.locator('#content h1')).toHaveText('Profile')
  })
})

test('the frame stands where not even its own data can be read @scripts', async ({
  page,
  store,
  database,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/account/profile')
  await database.prisma.$executeRawUnsafe('ALTER TABLE users RENAME TO users_away')
  try {
    for (const path of ['/account/profile', '/account/sessions']) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(500)
      await expect(failure(page), path).toBeVisible()
    }
  } finally {
    await database.prisma.$executeRawUnsafe('ALTER TABLE users_away RENAME TO users')
  }
})

test('without scripts a page that fails says so, names its request and leads to another try @no-scripts', async ({
  page,
  store,
  database,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/account/profile')
  await withoutConsents(database, async () => {
    const answer = await page.goto('/account/manage-consents')
    expect(answer?.status()).toBe(500)
    await expect(page.locator('#page-failure h1')).toHaveText('Something went wrong')
    await expect(page.locator('#page-failure code')).toHaveText(
      answer?.headers()['x-request-id'] ?? '',
    )
  })
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.locator('#content h1')).toHaveText('Connected apps')
})

test('a page of the console that cannot look its visitor up says so as a page', async ({
  page,
  store,
  database,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/account/profile')
  await database.prisma.$executeRawUnsafe('ALTER TABLE console_sessions RENAME TO sessions_away')
  try {
    const answer = await page.goto('/account/profile')
    expect(answer?.status()).toBe(500)
    await expect(page.locator('#page-failure h1')).toHaveText('Something went wrong')
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  } finally {
    await database.prisma.$executeRawUnsafe('ALTER TABLE sessions_away RENAME TO console_sessions')
  }
})

test('a sign-in that fails on the server goes on at its step with “Try again”, and ends at the application', async ({
  page,
  database,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  await database.prisma.$executeRawUnsafe('ALTER TABLE users RENAME TO users_away')
  try {
    await signIn(page, user)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
    await expect(page.locator('#request-id')).not.toBeEmpty()
  } finally {
    await database.prisma.$executeRawUnsafe('ALTER TABLE users_away RENAME TO users')
  }
  const posts = countPosts(page, '/auth/pwd')
  await page.locator('#way-try-again').click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
  expect(posts.count).toBe(0)
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})
