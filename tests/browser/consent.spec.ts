import { expect, type Page } from '@playwright/test'
import { randomUuid } from '#lib/base/crypto/random.ts'
import type { Store } from '#lib/persistence/store.ts'
import { redeem } from '#tests/support/oauth.ts'
import { aClient, aResource, grantToUser, type TestClient } from '#tests/support/people.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { test } from './fixtures.ts'
import { answerAt, begin } from './journey.ts'
import { signIn } from './people.ts'
import type { RelyingParty } from './relying-party.ts'
import { scriptsBegun } from './scripts-begun.ts'

const account = 'authserver:manage-account'

function asking(store: Store, application: RelyingParty, overrides = {}): Promise<TestClient> {
  return aClient(store, {
    pkceRequired: false,
    consentRequired: true,
    redirectUris: [`${application.origin}/callback`],
    ...overrides,
  })
}

function box(page: Page, scope: string) {
  return page.locator(`input[data-scope="${scope}"]`)
}

async function grantedScope(serverUrl: string, client: TestClient, code: string | undefined) {
  const redemption = { code: code ?? '', verifier: '' }
  const changes = { code_verifier: undefined }
  const { body } = await redeem(remoteServer(serverUrl), client, redemption, changes)
  return body.scope
}

test('everything is ticked, and one click allows it', async ({
  page,
  user,
  store,
  application,
  serverUrl,
}) => {
  const client = await asking(store, application)
  await begin(page, client, { scope: 'openid profile email' })
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toContainText(`Signed in as ${user.email}`)
  await expect(page.getByText('Your email address')).toBeVisible()
  for (const scope of ['openid', 'profile', 'email']) await expect(box(page, scope)).toBeChecked()
  await page.locator('#consent-approve').click()
  const { code } = await answerAt(page, application)
  expect(await grantedScope(serverUrl, client, code)).toBe('openid profile email')

  await begin(page, client, { scope: 'openid email' })
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('what is unticked is not granted', async ({ page, user, store, application, serverUrl }) => {
  const client = await asking(store, application)
  await begin(page, client, { scope: 'openid profile email' })
  await signIn(page, user)
  await page.getByText('Your email address').click()
  await expect(box(page, 'email')).not.toBeChecked()
  await page.locator('#consent-approve').click()
  const { code } = await answerAt(page, application)
  expect(await grantedScope(serverUrl, client, code)).toBe('openid profile')

  await begin(page, client, { scope: 'openid profile email' })
  await expect(page.locator('#page-consent')).toBeVisible()
  await expect(page.getByText('Already allowed')).toHaveCount(2)
})

test('nothing ticked is told by the browser @scripts', async ({
  page,
  user,
  store,
  application,
}) => {
  const client = await asking(store, application)
  await begin(page, client)
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toBeVisible()
  await scriptsBegun(page)
  await box(page, 'openid').uncheck()
  await page.locator('#consent-approve').click()
  await expect(page.locator('#form-error')).toHaveText('Tick at least one item, or choose Cancel.')
  expect(await roomBelowMessage(page), 'as on the other pages').toBe(20)
  await box(page, 'openid').check()
  await page.locator('#consent-approve').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('nothing ticked declines @no-scripts', async ({ page, user, store, application }) => {
  const client = await asking(store, application)
  await begin(page, client)
  await signIn(page, user)
  await box(page, 'openid').uncheck()
  await page.locator('#consent-approve').click()
  expect(await answerAt(page, application)).toMatchObject({ error: 'access_denied' })
})

test('Cancel tells the application that the user declined', async ({
  page,
  user,
  store,
  application,
}) => {
  const client = await asking(store, application)
  await begin(page, client)
  await signIn(page, user)
  await page.locator('#consent-deny').click()
  expect(await answerAt(page, application)).toEqual({
    error: 'access_denied',
    error_description: 'The user declined the request.',
    state: 'a-state',
  })
  expect(await store.consents.find(user.id, client.id)).toBeNull()
  // Declining creates no session, because nothing was issued.
  expect(await sessionsOf(store, user.id)).toEqual([])
})

test('Enter allows, since the button for it comes first', async ({
  page,
  user,
  store,
  application,
}) => {
  const client = await asking(store, application)
  await begin(page, client)
  await signIn(page, user)
  await box(page, 'openid').focus()
  await page.keyboard.press('Enter')
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('the button that allows is the first one of the page, before Cancel and another account', async ({
  page,
  user,
  store,
  application,
}) => {
  await begin(page, await asking(store, application))
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toBeVisible()
  const buttons = page.locator('button, input[type=submit], input[type=button], [role=button]')
  const ids = await buttons.evaluateAll((found) => found.map(({ id }) => id))
  expect(ids).toEqual(['consent-approve', 'consent-deny', 'consent-restart'])
})

test('managing the account is asked once, and again after it was withdrawn @scripts', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await grantToUser(store, user, account)
  const request = { scope: `openid ${account}` }
  await begin(page, client, request)
  await signIn(page, user)
  await expect(box(page, account)).toBeChecked()
  await page.locator('#consent-approve').click()
  await answerAt(page, application)

  await begin(page, client, request)
  expect((await answerAt(page, application)).code).toBeTruthy()

  const consent = await store.consents.find(user.id, client.id)
  await store.consents.remove(consent?.id ?? 0)
  await begin(page, client, request)
  await expect(page.locator('#page-consent')).toBeVisible()
})

test('prompt=consent asks again, and so does offline access @scripts', async ({
  page,
  user,
  client,
  application,
}) => {
  for (const request of [{ prompt: 'consent' }, { scope: 'openid offline_access' }]) {
    for (const time of [1, 2]) {
      await begin(page, client, request)
      if (await page.locator('#page-sign-in').isVisible()) await signIn(page, user)
      await expect(page.locator('#page-consent'), `time ${time}`).toBeVisible()
      await page.locator('#consent-approve').click()
      expect((await answerAt(page, application)).code).toBeTruthy()
    }
  }
})

test('a permission of the server itself is described in the language of the page @no-scripts', async ({
  page,
  user,
  store,
  application,
}) => {
  await grantToUser(store, user, 'authserver:manage')
  const client = await asking(store, application, { administrativeScopesAllowed: true })
  await begin(page, client, { scope: 'openid authserver:manage', ui_locales: 'de' })
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toContainText('Alles verwalten (authserver)')
})

test('permissions are described, administrative ones warned of, others left out @scripts', async ({
  page,
  user,
  store,
  application,
}) => {
  const shop = `shop-${randomUuid()}`
  await aResource(store, shop, ['read', 'write'])
  await grantToUser(store, user, `${shop}:read`, 'authserver:manage')
  const client = await asking(store, application, { administrativeScopesAllowed: true })
  await begin(page, client, { scope: `openid ${shop}:read ${shop}:write authserver:manage` })
  await signIn(page, user)
  await expect(page.getByText(`May read in ${shop}`)).toBeVisible()
  await expect(page.getByText('asks to act as an administrator')).toBeVisible()
  await expect(page.getByText('Administration', { exact: true })).toHaveCount(1)
  await expect(page.locator('input[type=checkbox]')).toHaveCount(3)
  await expect(box(page, `${shop}:write`)).toHaveCount(0)
})

test('a permission lost meanwhile brings the page again, without it @scripts', async ({
  page,
  user,
  store,
  application,
}) => {
  const depot = `depot-${randomUuid()}`
  await aResource(store, depot, ['read'])
  await grantToUser(store, user, `${depot}:read`)
  const client = await asking(store, application)
  await begin(page, client, { scope: `openid ${depot}:read` })
  await signIn(page, user)
  await expect(box(page, `${depot}:read`)).toBeVisible()
  const permission = await store.permissions.find(depot, 'read')
  await store.permissionGrants.remove({ kind: 'user', id: user.id }, [permission?.id ?? 0])
  await page.locator('#consent-approve').click()
  await expect(box(page, `${depot}:read`)).toHaveCount(0)
  await expect(page.locator('#page-consent')).toBeVisible()
  await page.locator('#consent-approve').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

/** Pixels between the error message and the button. */
function roomBelowMessage(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxOf = (id: string) => document.getElementById(id)?.getBoundingClientRect()
    return (boxOf('consent-approve')?.top ?? 0) - (boxOf('form-error')?.bottom ?? 0)
  })
}
