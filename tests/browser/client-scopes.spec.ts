import { expect } from '@playwright/test'
import { aResource } from '#tests/support/people.ts'
import { expectSound } from './accessible.ts'
import { anIdentifier, openClient } from './admin-clients.ts'
import { expectToast } from './admin-users.ts'
import { test } from './fixtures.ts'

test('the scopes of a client are limited, refused where they are unknown, and freed again @scripts', async ({
  page,
  store,
}) => {
  const client = await openClient(page, store, 'restrictions')
  const stored = async () => (await store.clients.findWithLists(client.id))?.allowedScopes
  const entries = page.locator('[name^="entries."]')
  await expect(entries.first()).toBeHidden()
  await page.locator('#limited').check()
  await entries.last().fill('openid')
  await entries.last().press('Enter')
  await entries.last().fill('no-such-api:read')
  await page.locator('#submit').click()
  await expect(page.getByRole('alert').first()).toContainText('There’s no such scope')
  await expectSound(page)
  await entries.last().fill('email')
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  expect(await stored()).toBe('openid email')
  await page.reload()
  await expect(page.locator('#limited')).toBeChecked()
  await page.locator('#limited').uncheck()
  await page.locator('#pushedRequestsRequired').check()
  await page.locator('#deviceGrantEnabled').check()
  await page.locator('#dpopRequired').check()
  await page.locator('#submit').click()
  await expectToast(page, 'Saved.')
  expect(await stored()).toBeNull()
  expect(await store.clients.findWithLists(client.id)).toMatchObject({
    pushedRequestsRequired: true,
    deviceGrantEnabled: true,
    dpopRequired: true,
  })
})

test('a client may introspect the tokens of the APIs that are ticked', async ({ page, store }) => {
  const name = anIdentifier('api')
  const resource = await aResource(store, name, ['read'])
  const client = await openClient(page, store, 'introspection')
  await page.getByLabel(name).check()
  await page.locator('#submit').click()
  await expect.poll(() => store.introspectionLinks.listOf(client.id)).toEqual([resource.id])
  await page.reload()
  await expect(page.getByLabel(name)).toBeChecked()
})
