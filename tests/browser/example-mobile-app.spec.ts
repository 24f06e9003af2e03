import { expect, type Page } from '@playwright/test'
import { pkcePair, redeem, refresh } from '#tests/support/oauth.ts'
import { aUser } from '#tests/support/people.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { test } from './fixtures.ts'
import { runGuides } from './guide.ts'
import { signIn } from './people.ts'

const redirectUri = 'com.example.app:/callback'

/** The response that the browser would hand to the app: no page here can follow it. */
async function answerToApp(page: Page, press: () => Promise<void>): Promise<URLSearchParams> {
  const leading = page.waitForResponse((response) =>
    (response.headers().location ?? '').startsWith(redirectUri),
  )
  await press()
  return new URL((await leading).headers().location ?? '').searchParams
}

test('the requests of AppAuth sign a person in at the client of the guide, and keep them signed in @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  await runGuides(['mobile-app'], serverUrl)
  const { verifier, challenge } = pkcePair()
  const address = new URL('/auth/authorize', serverUrl)
  address.search = new URLSearchParams({
    client_id: 'example-app',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    nonce: 'a-nonce',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    state: 'a-state',
  }).toString()

  await page.goto(address.href)
  await signIn(page, user)
  const refusal = await answerToApp(page, () => page.locator('#consent-deny').click())
  expect(refusal.get('error')).toBe('access_denied')

  await page.goto(address.href)
  await signIn(page, user)
  const answer = await answerToApp(page, () => page.locator('#consent-approve').click())
  expect(answer.get('state')).toBe('a-state')

  const server = remoteServer(serverUrl)
  const app = await store.clients.findByIdentifier('example-app')
  if (!app) throw new Error('The guide registered no client.')
  const client = { ...app, secret: '', redirectUri }
  const first = await redeem(server, client, { code: answer.get('code') ?? '', verifier })
  expect(first.status).toBe(200)
  const second = await refresh(server, client, first.body.refresh_token ?? '')
  expect(second.status).toBe(200)
  const again = await refresh(server, client, first.body.refresh_token ?? '')
  expect(again.body.error).toBe('invalid_grant')
  // A second request asks for consent again, so the user must interact with a page.
  await page.goto(address.href)
  await expect(page.locator('#consent-approve')).toBeVisible()
})
