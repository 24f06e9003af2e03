import type { Page } from '@playwright/test'
import type { Store } from '#lib/persistence/store.ts'
import { basicHeader } from '#tests/support/oauth.ts'
import type { TestClient } from '#tests/support/people.ts'

/** What a device shows to its person. */
export interface ShownCodes {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri_complete: string
}

/** A device of a client asks for codes; both switches are turned on first. */
export async function askForCodes(
  { page, store }: { readonly page: Page; readonly store: Store },
  client: TestClient,
  scope = 'openid profile email',
): Promise<ShownCodes> {
  await store.settings.update({ deviceGrantEnabled: true })
  await store.clients.update(client.id, { deviceGrantEnabled: true })
  const isPublic = client.secret === ''
  const answer = await page.request.post('/auth/device_authorization', {
    form: { scope, ...(isPublic && { client_id: client.clientIdentifier }) },
    headers: isPublic ? {} : { authorization: basicHeader(client) },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  return answer.json()
}

/** Enters a code on the page for devices. */
export async function enterDeviceCode(page: Page, code: string): Promise<void> {
  await page.goto('/device')
  await page.locator('#user_code').fill(code)
  await page.locator('#device-submit').click()
}
