import { type Browser, expect } from '@playwright/test'
import { aClient } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { anAdministrator, aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { expectNothingHidden } from './hidden-sideways.ts'
import { longWord } from './page-states.ts'

test('sessions with long names and many applications show the button that ends them @scripts', async ({
  page,
  store,
  browser,
  serverUrl,
}) => {
  const person = await aPerson(store, {
    email: `${'a'.repeat(40)}@${Date.now()}.example.org`,
    familyName: longWord.slice(0, 48),
  })
  await signInFrom(browser, serverUrl, person)
  const clients = [
    await aClient(store),
    await aClient(store, { displayName: longWord.slice(0, 60) }),
  ]
  const [session] = await sessionsOf(store, person.id)
  for (const { id } of clients) {
    await store.sessions.touchClient(session?.sessionIdentifier ?? '', id, new Date())
  }
  const sections = [
    `/admin/users/${person.id}/sessions`,
    `/admin/clients/${clients[0]?.id}/user-sessions`,
  ] as const
  await openConsole(page, await anAdministrator(store, 'manage'), sections[0])
  for (const path of sections) {
    await page.goto(path)
    await expect(page.locator('#session-list > li')).toHaveCount(1)
    await expectNothingHidden(page)
    await page.locator('#session-list button[id^=end-]').first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(/Chrome \d+\u2069 on \u2068\w+/)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
})

async function signInFrom(
  browser: Browser,
  baseURL: string,
  person: Parameters<typeof openConsole>[1],
) {
  const context = await browser.newContext({ baseURL, locale: 'en-US' })
  await openConsole(await context.newPage(), person, '/account/profile')
  await context.close()
}
