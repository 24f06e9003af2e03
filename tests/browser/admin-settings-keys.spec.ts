import { expect } from '@playwright/test'
import { expectAccessible, expectSound } from './accessible.ts'
import { openConsole, theAdministrator } from './console.ts'
import { counted } from './counted-job.ts'
import { test } from './settings-server.ts'

test.describe.configure({ mode: 'default' })

test('keys are shown, rotated and revoked, each told before it happens @scripts', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const published = async () => (await (await request.get('/certs')).json()).keys.length
  await openConsole(page, theAdministrator, '/admin/settings/keys')
  const kid = (state: string) => page.locator(`li[data-state=${state}] code`)
  const expectStates = async (...states: readonly string[]) => {
    await expect(page.locator('li[data-state]')).toHaveCount(states.length)
    for (const [index, state] of states.entries()) {
      await expect(page.locator('li[data-state]').nth(index)).toHaveAttribute('data-state', state)
    }
  }
  await expectStates('next', 'current')
  await expectSound(page)

  await page.locator('#public-key-current').click()
  const shown = page.getByRole('dialog')
  await expect(shown).toContainText('-----BEGIN PUBLIC KEY-----')
  await expect(shown).toContainText(`"kid": "${await kid('current').textContent()}"`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.locator('#public-key-current')).toBeFocused()

  const [next = '', current = ''] = await Promise.all([
    kid('next').innerText(),
    kid('current').innerText(),
  ])
  await page.locator('#rotate-keys').click()
  const question = page.getByRole('dialog', { name: 'Rotate the signing keys?' })
  await expect(question).toContainText('only checks older tokens')
  await expect(question).toContainText('People notice nothing')
  // Generating a key takes a moment or many seconds: the request is delayed so that the page must wait.
  const held = Promise.withResolvers<void>()
  await page.route('**/admin/settings/keys', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.locator('#rotate-keys-confirm').click()
  await expect(question.getByRole('status')).toContainText('Making a 4096-bit key')
  await expectAccessible(page)
  held.resolve()
  await expect(question).toBeHidden({ timeout: 60_000 })
  await expectStates('next', 'current', 'previous')
  expect([await kid('current').innerText(), await kid('previous').innerText()]).toEqual([
    next,
    current,
  ])
  // The console's own refresh token is one of them.
  await expect(page.locator('li[data-state=previous]')).toContainText(/still depends? on it/)
  await page.locator('#rotate-keys').click()
  await expect(question).toContainText(/asked to sign in again/)
  await page.locator('#word').fill('rotates')
  await page.locator('#rotate-keys-confirm').click()
  await expect(question).toContainText('That doesn’t match.')
  await expectAccessible(page)
  await expectStates('next', 'current', 'previous')
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.locator('#revoke-key').click()
  await expect(page.getByRole('dialog')).toContainText('stops working at once')
  // The revoked key signed the console's own token, so the console signs in again without input.
  const signingIn = page.waitForRequest((sent) => sent.url().includes('/auth/authorize'))
  await page.locator('#revoke-key-confirm').click()
  await signingIn
  await expect(page.getByRole('status').filter({ hasText: 'Deleted.' })).toBeVisible()
  await expectStates('next', 'current')
  expect(await published()).toBe(2)
})

test('job: rotate the key @scripts', async ({ page }) => {
  test.setTimeout(120_000)
  await openConsole(page, theAdministrator, '/admin/settings/keys')
  const job = counted(page)
  await job.click('#rotate-keys')
  await job.click('#rotate-keys-confirm')
  await expect(page.locator('li[data-state=previous]')).toBeVisible({ timeout: 60_000 })
  job.expectAsDocumented('Rotate the key')
})
