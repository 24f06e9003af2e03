import { expect, test } from 'vitest'
import { apiUser, call } from '#tests/support/api.ts'
import type { Authenticator } from '#tests/support/authenticator.ts'
import { approval, pkcePair, redeem, refresh, responseOf, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aPasskey, enterByPasskey } from './passkey-fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ passkeysEnabled: true, passkeyOfferEnabled: true })
const client = await aClient(store, {
  defaultAcrLevel: 'urn:authserver:level1',
  administrativeScopesAllowed: true,
})
const manage = 'openid authserver:manage-account'
const offline = `${manage} offline_access`

/** Tokens of a new session that the passkey begins. */
async function tokensBy(key: Authenticator, scope = offline) {
  const { verifier, challenge } = pkcePair()
  const request = { scope, code_challenge: challenge }
  const { person, last } = await enterByPasskey(app, client, key, { request })
  const end = last.view?.page === 'consent' ? await person.submit(approval(last)) : last
  return (await redeem(app, client, { code: responseOf(end)?.code ?? '', verifier })).body
}

async function anOwner() {
  const user = await aUser(store)
  await grantToUser(store, user, 'authserver:manage-account')
  const key = await aPasskey(app, client, user)
  const [passkey] = await store.passkeys.findOfUser(user.id)
  const byPassword = (
    await redeem(app, client, await signIn(app, client, user, { request: { scope: offline } }))
  ).body
  return { user, key, id: passkey?.id ?? 0, byPassword }
}

const works = async ({ refresh_token = '' }: { readonly refresh_token?: string }) =>
  (await refresh(app, client, refresh_token)).status === 200

test('an administrator who removes a passkey ends every session that it began, with offline tokens, and no other', async () => {
  const { user, key, id, byPassword } = await anOwner()
  const byPasskey = await tokensBy(key)
  const manager = await aUser(store)
  await grantToUser(store, manager, 'authserver:manage')
  const token = await apiUser(app, manager, ['manage'])
  expect((await call(token, 'DELETE', `/users/${user.id}/passkeys/${id}`)).status).toBe(200)
  expect([await works(byPasskey), await works(byPassword)]).toEqual([false, true])
})

test('its owner ends the others, and goes on in the session at hand', async () => {
  const { key, id, byPassword } = await anOwner()
  const [here, there] = [await tokensBy(key, manage), await tokensBy(key)]
  const account = (method: string, path: string, body: object) =>
    app.fetch(`/api/v1/account${path}`, {
      method,
      headers: { authorization: `Bearer ${here.access_token}` },
      body: JSON.stringify(body),
    })
  const asked = await account('POST', '/confirmation/options', {})
  const { options } = (await asked.json()) as { options: Parameters<typeof key.get>[0] }
  const confirmation = { passkey: key.get(options) }
  expect((await account('DELETE', `/passkeys/${id}`, { confirmation })).status).toBe(200)
  expect([await works(here), await works(there), await works(byPassword)]).toEqual([
    true,
    false,
    true,
  ])
})
