import { expect, mergeTests } from '@playwright/test'
import { readJwt } from '#tests/support/oauth.ts'
import { aUser } from '#tests/support/people.ts'
import { signIn } from './people.ts'
import { test as withOwnServer } from './settings-server.ts'
import { type SinglePageApp, test as withApplication } from './single-page-app.ts'

const test = mergeTests(withApplication, withOwnServer)
const library = 'oidc-client-ts/dist/browser/oidc-client-ts.min.js'

function scripts(authority: string, { clientId, origin }: SinglePageApp): string {
  const settings = {
    authority,
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    scope: 'openid profile',
  }
  return `<script src="/library.js"></script><script>
    const dpop = { store: new oidc.IndexedDbDPoPStore(), bind_authorization_code: true }
    window.manager = new oidc.UserManager({ ...${JSON.stringify(settings)}, dpop })
    if (location.pathname === '/callback') window.finished = manager.signinCallback()
    window.ask = async (scheme, user, nonce) => {
      const url = ${JSON.stringify(`${authority}/userinfo`)}
      const headers = { Authorization: scheme + ' ' + user.access_token }
      if (scheme === 'DPoP') headers.DPoP = await manager.dpopProof(url, user, 'GET', nonce)
      const response = await fetch(url, { headers })
      const challenge = response.headers.get('www-authenticate') ?? ''
      if (!nonce && challenge.includes('use_dpop_nonce')) {
        return ask(scheme, user, response.headers.get('dpop-nonce'))
      }
      return [response.status, (await response.json()).sub ?? challenge]
    }
  </script>`
}

test('oidc-client-ts binds its tokens to a key that no script can read, with nonces of the server @scripts', async ({
  page,
  serverUrl,
  store,
  startSinglePageApp,
}) => {
  await store.settings.update({ dpopEnabled: true, dpopNonceRequired: true })
  const user = await aUser(store)
  const origin = await startSinglePageApp(library, (app) => scripts(serverUrl, app))

  await page.goto(origin)
  await page.evaluate('void manager.signinRedirect()')
  await signIn(page, user)
  await page.waitForURL(`${origin}/callback?**`)
  const signedIn = await page.evaluate(
    'finished.then((user) => [user.token_type, user.access_token])',
  )
  const [type, token] = signedIn as [string, string]
  expect(type).toBe('DPoP')
  expect(readJwt(token).payload).toHaveProperty('cnf.jkt')

  const asked = await page.evaluate('finished.then((user) => ask("DPoP", user))')
  expect(asked).toEqual([200, user.subject])
  const stolen = (await page.evaluate('finished.then((user) => ask("Bearer", user))')) as unknown[]
  expect(stolen).toEqual([401, expect.stringMatching(/^DPoP .*error="invalid_token"/)])

  const renewed = (await page.evaluate(
    'manager.signinSilent().then(async (user) => [user.token_type, user.access_token, await ask("DPoP", user)])',
  )) as [string, string, unknown]
  expect([renewed[0], renewed[2]]).toEqual(['DPoP', [200, user.subject]])
  expect(readJwt(renewed[1]).payload.cnf).toEqual(readJwt(token).payload.cnf)
})
