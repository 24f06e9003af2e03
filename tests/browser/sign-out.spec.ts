import { expect, type Page } from '@playwright/test'
import { redeem } from '#tests/support/oauth.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { test } from './fixtures.ts'
import { answerAt, begin } from './journey.ts'
import { signIn } from './people.ts'
import type { RelyingParty } from './relying-party.ts'
import { scriptsBegun } from './scripts-begun.ts'

const question = 'Sign out?'

interface Visitor {
  readonly page: Page
  readonly user: TestUser
  readonly client: TestClient
  readonly application: RelyingParty
}

async function enter({ page, user, client, application }: Visitor): Promise<string> {
  await begin(page, client)
  await signIn(page, user)
  return (await answerAt(page, application)).code ?? ''
}

async function enterWithHint(visitor: Visitor, serverUrl: string): Promise<string> {
  const redemption = { code: await enter(visitor), verifier: '' }
  const { body } = await redeem(remoteServer(serverUrl), visitor.client, redemption, {
    code_verifier: undefined,
  })
  return body.id_token ?? ''
}

function signOutPath(fields: Readonly<Record<string, string>>): string {
  return `/auth/logout?${new URLSearchParams(fields)}`
}

async function isSignedOn({ page, client, application }: Visitor): Promise<boolean> {
  await begin(page, client, { prompt: 'none' })
  return 'code' in (await answerAt(page, application))
}

test('without a hint the visitor is asked, and Yes signs out', async ({
  page,
  user,
  client,
  application,
}) => {
  const visitor = { page, user, client, application }
  await enter(visitor)
  const response = await page.goto('/auth/logout')
  expect(response?.status()).toBe(200)
  await expect(page.locator('#page-logout-confirm')).toContainText(question)
  await page.locator('#logout-confirm').click()
  await expect(page.locator('#page-signed-out')).toContainText('You’re signed out')
  await expect(page.locator('#page-signed-out')).not.toContainText(
    'couldn’t send you back to the app',
  )
  expect(await isSignedOn(visitor)).toBe(false)
  await begin(page, client)
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

test('No leaves everything as it is and leads back @scripts', async ({
  page,
  user,
  client,
  application,
}) => {
  const visitor = { page, user, client, application }
  await enter(visitor)
  await page.goto('/')
  await page.goto('/auth/logout')
  await scriptsBegun(page)
  await page.locator('#logout-cancel').click()
  await expect(page.locator('#page-welcome')).toBeVisible()
  expect(await isSignedOn(visitor)).toBe(true)
})

test('where scripts are off No leads to the account @no-scripts', async ({
  page,
  user,
  client,
  application,
}) => {
  await enter({ page, user, client, application })
  await page.goto('/auth/logout')
  await expect(page.locator('#page-logout-confirm')).toContainText(question)
  await expect(page.locator('#logout-cancel')).toHaveAttribute('href', '/account/overview')
})

test('who is not signed in is told so, and may go on @no-scripts', async ({ page }) => {
  await page.goto('/auth/logout')
  await expect(page.locator('#page-logout-confirm')).toContainText('You’re signed out')
  await expect(page.locator('#page-logout-confirm')).not.toContainText(question)
  await expect(page.locator('#logout-cancel')).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('#page-signed-out')).toBeVisible()
})

test('a confirmed sign-out returns to an address registered for the named client', async ({
  page,
  user,
  client,
  application,
}) => {
  await enter({ page, user, client, application })
  const state = 'a "b" {c} %41 #&\\'
  await page.goto(
    signOutPath({
      client_id: client.clientIdentifier,
      post_logout_redirect_uri: client.redirectUri,
      state,
    }),
  )
  await page.locator('#logout-confirm').click()
  expect(await answerAt(page, application)).toEqual({ state })
})

test('with a hint the sign-out happens at once and returns @scripts', async ({
  page,
  user,
  client,
  application,
  serverUrl,
}) => {
  const visitor = { page, user, client, application }
  const hint = await enterWithHint(visitor, serverUrl)
  await page.goto(
    signOutPath({ id_token_hint: hint, post_logout_redirect_uri: client.redirectUri }),
  )
  expect(await answerAt(page, application)).toEqual({})
  expect(page.url()).toBe(client.redirectUri)
  expect(await isSignedOn(visitor)).toBe(false)
})

test('an address that is not registered is not opened, and the page says so @scripts', async ({
  page,
  user,
  client,
  application,
  serverUrl,
}) => {
  const visitor = { page, user, client, application }
  const hint = await enterWithHint(visitor, serverUrl)
  const uri = `${client.redirectUri}?added=1`
  await page.goto(signOutPath({ id_token_hint: hint, post_logout_redirect_uri: uri }))
  await expect(page.locator('#page-signed-out')).toContainText('You’re signed out')
  await expect(page.locator('#page-signed-out')).toContainText('couldn’t send you back to the app')
  expect(await isSignedOn(visitor)).toBe(false)
})

test('a hint that proves nothing leads to the question, and never away @scripts', async ({
  page,
  user,
  client,
  application,
}) => {
  const visitor = { page, user, client, application }
  await enter(visitor)
  await page.goto(
    signOutPath({
      id_token_hint: 'not.a.token',
      client_id: client.clientIdentifier,
      post_logout_redirect_uri: client.redirectUri,
    }),
  )
  await expect(page.locator('#page-logout-confirm')).toBeVisible()
  await page.locator('#logout-confirm').click()
  await expect(page.locator('#page-signed-out')).toContainText('couldn’t send you back to the app')
  expect(await isSignedOn(visitor)).toBe(false)
})

test('two clicks on Yes sign out once @scripts', async ({ page }) => {
  await page.goto('/auth/logout')
  await scriptsBegun(page)
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  await page.locator('#logout-confirm').dblclick()
  await expect(page.locator('#page-signed-out')).toBeVisible()
  expect(posts).toBe(1)
})
