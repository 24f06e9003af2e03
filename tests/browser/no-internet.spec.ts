import { expect } from '@playwright/test'
import { aClient } from '#tests/support/people.ts'
import { clientPage } from './admin-clients.ts'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { begin } from './journey.ts'

test('in a network without the internet every kind of page is whole: nothing is asked of another host @scripts', async ({
  page,
  store,
  client,
  serverUrl,
}) => {
  test.setTimeout(90_000)
  const elsewhere: string[] = []
  const problems: string[] = []
  await page.route('**', (route) => {
    const { origin, protocol } = new URL(route.request().url())
    if (origin === new URL(serverUrl).origin || protocol === 'data:') return route.continue()
    elsewhere.push(route.request().url())
    return route.abort()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`)
  })
  const shown = await aClient(store)
  await page.goto('/')
  await begin(page, client)
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/dashboard')
  const paths = [
    '/account/overview',
    '/account/security',
    '/admin/users',
    '/admin/activity',
    clientPage(shown, 'connect'),
    '/admin/identity-providers',
    '/admin/settings/branding',
    '/docs',
    '/docs/quickstart',
    '/docs/concepts',
    '/docs/api',
  ]
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('h1').first()).toBeVisible()
  }
  expect(elsewhere).toEqual([])
  expect(problems).toEqual([])
})
