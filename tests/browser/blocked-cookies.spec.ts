import { expect } from '@playwright/test'
import { test as shared } from './fixtures.ts'
import { answerAt, begin } from './journey.ts'
import { signIn } from './people.ts'
import { openWithoutCookies, type WithoutCookies } from './without-cookies.ts'

interface Fixtures {
  readonly visitor: WithoutCookies
}

const test = shared.extend<Fixtures>({
  visitor: async ({ browser, serverUrl }, use) => {
    const visitor = await openWithoutCookies(browser, serverUrl)
    await use(visitor)
    await visitor.close()
  },
})

const title = 'Your browser is blocking cookies'

test('a sign-in in a browser that blocks cookies says so, and ends at the application once they are allowed', async ({
  visitor,
  user,
  client,
  application,
}) => {
  const { page, allow } = visitor
  await begin(page, client)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  allow()
  await page.locator('#way-try-again-here').click()
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('account and console say within three redirects that the browser blocks cookies', async ({
  visitor: { page },
}) => {
  for (const path of ['/account', '/admin']) {
    const answer = await page.goto(path)
    let redirects = 0
    for (let at = answer?.request().redirectedFrom(); at; at = at.redirectedFrom()) redirects += 1
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title)
    await expect(page.locator('#way-try-again-here'), path).toBeVisible()
    expect(redirects, path).toBeLessThanOrEqual(3)
  }
})

test('signing out in a browser that blocks cookies ends, and its way on says that they are blocked', async ({
  visitor: { page },
}) => {
  await page.goto('/auth/logout')
  await page.locator('#logout-confirm').click()
  await expect(page.locator('#page-signed-out')).toBeVisible()
  await page.locator('#page-signed-out a').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})
