import { expect } from '@playwright/test'
import { anAdministrator, openConsole } from './console.ts'
import { test } from './fixtures.ts'
import { scriptsBegun } from './scripts-begun.ts'

test('a click in the menu brings no texts that the console has already @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await anAdministrator(store, 'manage'), '/admin/resources')
  for (const path of ['/admin/users', '/admin/settings/general']) {
    await page.goto('/admin/resources')
    await scriptsBegun(page)
    const [asked] = await Promise.all([
      page.waitForRequest((request) => new URL(request.url()).pathname === path),
      page.locator(`nav a[href="${path}"]`).first().click(),
    ])
    const headers = Object.entries(asked.headers()).filter(([name]) => /^(rsc$|next-)/.test(name))
    const answer = await page.request.get(asked.url(), { headers: Object.fromEntries(headers) })
    expect(answer.headers()['content-type'], path).toContain('text/x-component')
    expect((await answer.text()).includes('opens_in_new_tab'), path).toBe(false)
  }
})
