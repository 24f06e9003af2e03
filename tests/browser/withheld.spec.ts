import { expect } from '@playwright/test'
import type { Store } from '#lib/persistence/store.ts'
import { aClient } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { answerAt, begin } from './journey.ts'
import { signIn } from './people.ts'
import type { RelyingParty } from './relying-party.ts'

function selfRegistered(store: Store, { origin }: RelyingParty) {
  return aClient(store, {
    createdViaDcr: true,
    description: 'Photo Printer',
    pkceRequired: false,
    consentRequired: true,
    redirectUris: [`${origin}/callback`],
  })
}

test('an error for a client that registered itself waits for the visitor', async ({
  page,
  store,
  application,
}) => {
  const client = await selfRegistered(store, application)
  const response = await begin(page, client, { scope: 'nothing:here' })
  expect(response.status()).toBe(200)
  expect(new URL(page.url()).pathname).toBe('/auth/authorize')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'We stopped before sending you to “Photo Printer”',
  )
  const section = page.locator('#page-auth-error')
  await expect(section).toContainText('Photo Printer')
  await expect(section).toContainText('This app isn’t verified')
  await expect(section).toContainText('127.0.0.1')
  await expect(section.locator('#request-id')).toHaveText(/^[\w-]+$/)
  await page.getByRole('link', { name: 'Go there anyway' }).click()
  expect(await answerAt(page, application)).toMatchObject({ error: 'invalid_scope' })
})

test('an error that must be posted is posted when the visitor goes on', async ({
  page,
  store,
  application,
  javaScriptEnabled,
}) => {
  const client = await selfRegistered(store, application)
  await begin(page, client, { scope: 'nothing:here', response_mode: 'form_post' })
  const posted = page.waitForRequest(client.redirectUri)
  await page.getByRole('link', { name: 'Go there anyway' }).click()
  if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Continue' }).click()
  const fields = new URLSearchParams((await posted).postData() ?? '')
  expect(Object.fromEntries(fields)).toMatchObject({ error: 'invalid_scope', state: 'a-state' })
})

test('a silent request is answered without a page @scripts', async ({
  page,
  store,
  application,
}) => {
  const client = await selfRegistered(store, application)
  await begin(page, client, { prompt: 'none' })
  expect(await answerAt(page, application)).toMatchObject({ error: 'login_required' })
})

test('a decline is not passed on by itself either', async ({ page, user, store, application }) => {
  const client = await selfRegistered(store, application)
  await begin(page, client)
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toContainText('“Photo Printer” wants to access')
  await page.locator('#consent-deny').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'We stopped before sending you to “Photo Printer”',
  )
  await page.getByRole('link', { name: 'Go there anyway' }).click()
  expect(await answerAt(page, application)).toMatchObject({ error: 'access_denied' })
})
