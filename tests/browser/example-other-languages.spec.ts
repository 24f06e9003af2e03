import { expect } from '@playwright/test'
import { decodeJwt } from 'jose'
import { authorizePath, pkcePair, redeem, refresh } from '#tests/support/oauth.ts'
import { aUser } from '#tests/support/people.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { test } from './fixtures.ts'
import { lastLineOf, runGuides } from './guide.ts'
import { signIn } from './people.ts'
import { startRelyingParty } from './relying-party.ts'

const origin = 'http://localhost:8084'
const scope = 'openid profile email'

test('the requests of Apache, Authlib and go-oidc sign a person in, on and out at the client of the guide @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  const printed = await runGuides(['other-languages'], serverUrl, 'printf %s "$CLIENT_SECRET"')
  const secret = lastLineOf(printed)
  const registered = await store.clients.findByIdentifier('example-other')
  if (!registered) throw new Error('The guide registered no client.')
  const client = { ...registered, secret, redirectUri: `${origin}/callback` }
  const application = await startRelyingParty(undefined, 8084)
  try {
    const { verifier, challenge } = pkcePair()
    const start = authorizePath(client, {
      scope,
      nonce: 'a-nonce',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    await page.goto(serverUrl + start)
    await signIn(page, user)
    await page.waitForURL(`${client.redirectUri}?**`)
    const code = new URL(page.url()).searchParams.get('code') ?? ''

    const server = remoteServer(serverUrl)
    const first = await redeem(server, client, { code, verifier })
    expect(first.status).toBe(200)
    const idToken = first.body.id_token ?? ''
    expect(decodeJwt(idToken)).toMatchObject({ nonce: 'a-nonce', email: user.email })
    // mod_auth_openidc sends the whole scope again.
    const second = await refresh(server, client, first.body.refresh_token ?? '', { scope })
    expect(second.status).toBe(200)

    const end = new URL('/auth/logout', serverUrl)
    end.searchParams.set('id_token_hint', idToken)
    end.searchParams.set('post_logout_redirect_uri', `${origin}/`)
    await page.goto(end.href)
    await page.waitForURL(`${origin}/`)
    await page.goto(serverUrl + start)
    await expect(page.locator('#page-sign-in')).toBeVisible()
  } finally {
    await application.close()
  }
})
