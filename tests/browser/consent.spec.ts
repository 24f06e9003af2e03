import { expect, type Page } from '@playwright/test'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import type { Store } from '#lib/persistence/store.ts'
import { redeem } from '#tests/support/oauth.ts'
import {
  aClient,
  aResource,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
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
  await expect(page.locator('.ui-account-chip')).toContainText(user.email)
  for (const scope of ['profile', 'email']) await expect(box(page, scope)).toBeChecked()
  await expect(box(page, 'openid')).toHaveAttribute('type', 'hidden')
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
  await page.locator('label:has([data-scope=email]) b').click()
  await expect(box(page, 'email')).not.toBeChecked()
  await page.locator('#consent-approve').click()
  const { code } = await answerAt(page, application)
  expect(await grantedScope(serverUrl, client, code)).toBe('openid profile')

  await begin(page, client, { scope: 'openid profile email' })
  await expect(page.locator('#page-consent')).toBeVisible()
  await expect(page.getByText(messagesOf('en').pages.consent.granted)).toHaveCount(1)
})

test('nothing ticked is told by the browser @scripts', async ({
  page,
  user,
  store,
  application,
}) => {
  const client = await asking(store, application)
  await begin(page, client, { scope: await aPermission(store, user) })
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toBeVisible()
  await scriptsBegun(page)
  await page.locator('input[type=checkbox]').uncheck()
  await page.locator('#consent-approve').click()
  await expect(page.locator('#form-error')).toHaveText(
    messagesOf('en').pages.consent.nothing_ticked,
  )
  await page.locator('input[type=checkbox]').check()
  await page.locator('#consent-approve').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('nothing ticked declines @no-scripts', async ({ page, user, store, application }) => {
  const client = await asking(store, application)
  await begin(page, client, { scope: await aPermission(store, user) })
  await signIn(page, user)
  await page.locator('input[type=checkbox]').uncheck()
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
  await begin(page, client, { scope: 'openid email' })
  await signIn(page, user)
  await box(page, 'email').focus()
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
  expect(ids.slice(0, 3)).toEqual(['consent-approve', 'consent-deny', 'consent-restart'])
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
  await expect(page.locator('#page-consent')).toContainText(
    messagesOf('de').resources.shipped.manage,
  )
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
  await expect(page.locator('#administrative-warning')).toBeVisible()
  await expect(page.locator('.ui-scope .ui-badge-warning')).toHaveCount(1)
  await expect(page.locator('input[type=checkbox]')).toHaveCount(2)
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

/** A permission that the user holds, as a scope. */
async function aPermission(store: Store, user: TestUser): Promise<string> {
  const depot = `depot-${randomUuid()}`
  await aResource(store, depot, ['read'])
  await grantToUser(store, user, `${depot}:read`)
  return `${depot}:read`
}

test('what can be changed is asked for apart and last, and what administrators can do is not ticked', async ({
  page,
  user,
  store,
  application,
}) => {
  const shop = `shop-${randomUuid()}`
  await aResource(store, shop, ['read', 'write'])
  await grantToUser(store, user, `${shop}:read`, `${shop}:write`, 'authserver:manage')
  const client = await asking(store, application, { administrativeScopesAllowed: true })
  const scope = `authserver:manage ${shop}:write offline_access ${shop}:read email openid`
  await begin(page, client, { scope })
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toBeVisible()
  const boxes = page.locator('input[type=checkbox]')
  const shown = await boxes.evaluateAll((all) =>
    all.map((one) => [one.dataset.scope, (one as HTMLInputElement).checked]),
  )
  expect(shown).toEqual([
    ['email', true],
    [`${shop}:read`, true],
    ['offline_access', true],
    [`${shop}:write`, true],
    ['authserver:manage', false],
  ])
  const risky = page.locator('.ui-scopes-risky input[type=checkbox]')
  await expect(risky).toHaveCount(2)
  await page.locator('#consent-approve').click()
  await answerAt(page, application)
  const consent = await store.consents.find(user.id, client.id)
  expect(consent?.scope.split(' ').toSorted()).toEqual(
    ['email', 'offline_access', 'openid', `${shop}:read`, `${shop}:write`].toSorted(),
  )
})

test('scopes are named in words, and as they were sent only under Details @no-scripts', async ({
  page,
  user,
  store,
  application,
}) => {
  await begin(page, await asking(store, application), { scope: 'openid offline_access' })
  await signIn(page, user)
  await expect(page.getByText('offline_access')).toBeHidden()
  await page.locator('summary').click()
  await expect(page.getByText('offline_access')).toBeVisible()
})

test('three scopes and both buttons fit a small window, and the buttons stay in sight in a smaller one @no-scripts', async ({
  page,
  user,
  store,
  application,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const permission = await aPermission(store, user)
  const redirectUris = ['https://invoices.example.org/callback']
  const client = await asking(store, application, { redirectUris })
  await begin(page, client, { scope: `openid email phone ${permission}` })
  await signIn(page, user)
  await expect(page.locator('#consent-approve')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('#consent-destination')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 500 })
  await expect(page.locator('#consent-approve')).toBeInViewport({ ratio: 1 })
})

test('an application that nobody has checked is named so, and declining is the suggested answer @no-scripts', async ({
  page,
  user,
  store,
  application,
}) => {
  const client = await asking(store, application, {
    createdViaDcr: true,
    displayName: 'Route helper',
    showDisplayName: true,
  })
  await begin(page, client, { scope: 'openid email' })
  for (const id of ['page-sign-in', 'page-consent']) {
    const main = page.locator(`#${id}`)
    await expect(main.getByRole('heading', { level: 1 })).toContainText('“Route helper”')
    await expect(main.locator('.ui-badge-warning')).toHaveText('Not verified')
    if (id === 'page-sign-in') await signIn(page, user)
  }
  await expect(page.locator('#consent-deny')).toHaveClass(/btn-primary/)
  await expect(page.locator('#consent-approve')).not.toHaveClass(/btn-primary/)
})
