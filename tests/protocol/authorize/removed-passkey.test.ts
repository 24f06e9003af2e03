import { describe, expect, test } from 'vitest'
import { apiClient, apiUser, call } from '#tests/support/api.ts'
import { type Authenticator, authenticator } from '#tests/support/authenticator.ts'
import type { Browser, Visit } from '#tests/support/browser.ts'
import { approval, pkcePair, redeem, refresh, responseOf, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToUser, type TestUser } from '#tests/support/people.ts'
import { recoveryCodesOf } from '#tests/support/recovery-codes.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, codeAt, credentials, enter, interactionOf } from './fixture.ts'
import { answerByPasskey, aPasskey, createPasskey, enterByPasskey } from './passkey-fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({
  passkeysEnabled: true,
  passkeyOfferEnabled: true,
  recoveryCodesEnabled: true,
})
const client = await aClient(store, {
  defaultAcrLevel: 'urn:authserver:level1',
  administrativeScopesAllowed: true,
})
const mandatory = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
const optional = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })
const administrator = await apiClient(app, ['manage'])
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

/** An administrator removes a passkey of a user: the one named, or the first. */
async function removeOf({ id }: TestUser, passkeyId?: number): Promise<void> {
  const [first] = await store.passkeys.findOfUser(id)
  const path = `/users/${id}/passkeys/${passkeyId ?? first?.id}`
  expect((await call(administrator, 'DELETE', path)).status).toBe(200)
}

/** Consents, if that is asked. */
function finish(browser: Browser, visit: Visit): Promise<Visit> | Visit {
  return visit.view?.page === 'consent' ? browser.submit(approval(visit)) : visit
}

interface Raised {
  readonly user: TestUser
  readonly key: Authenticator
  readonly browser: Browser
}

/** Signs in with the password and then the passkey, where both factors are demanded. */
async function bySecondStep({ user, key, browser }: Raised, request = {}): Promise<Visit> {
  await begin(browser, mandatory, request)
  const page = await browser.submit(credentials(user))
  return answerByPasskey(browser, page, key)
}

test.each<[string, (raised: Raised) => Promise<Visit>]>([
  ['began with the password and the passkey', bySecondStep],
  [
    'began with the password, and was raised by the passkey',
    async ({ user, key, browser }) => {
      await enter(app, client, user, { browser })
      return answerByPasskey(browser, await begin(browser, mandatory), key)
    },
  ],
  [
    'began with the password, and was proven again by the passkey alone',
    async ({ user, key, browser }) => {
      await enter(app, client, user, { browser })
      return answerByPasskey(browser, await begin(browser, client, { prompt: 'login' }), key)
    },
  ],
  [
    'was proven by the passkey, and then by the password alone',
    async (raised) => {
      await bySecondStep(raised)
      const request = { prompt: 'login' }
      return (await enter(app, client, raised.user, { ...raised, request })).last
    },
  ],
])('the removal of a passkey ends a session that %s', async (_, raise) => {
  const user = await aUser(store)
  const key = await aPasskey(app, client, user)
  const browser = visitor(app)
  expect(responseOf(await raise({ user, key, browser }))?.code).toBeDefined()
  const proven = async () =>
    (await sessionsOf(store, user.id)).filter(({ authMethods }) => authMethods.includes('pop'))
  expect(await proven()).toHaveLength(1)
  await removeOf(user)
  expect(await proven()).toEqual([])
  expect((await begin(browser, client)).view?.page).toBe('sign-in')
})

test('the removal of another passkey leaves such a session alone', async () => {
  const user = await aUser(store)
  const other = await aPasskey(app, client, user)
  const [former] = await store.passkeys.findOfUser(user.id)
  const browser = visitor(app)
  await bySecondStep({ user, key: other, browser })
  if (!former) throw new Error('There is no passkey.')
  const { id: _, ...columns } = former
  await store.passkeys.insert({ ...columns, credentialId: 'another' })
  const another = (await store.passkeys.findOfUser(user.id)).at(-1)
  expect(another?.id).not.toBe(former?.id)
  await removeOf(user, another?.id)
  expect(responseOf(await begin(browser, mandatory))?.code).toBeDefined()
})

describe('a passkey that is removed while the consent page is open', () => {
  const asking = { scope: 'openid offline_access' }

  /** Comes to the consent page by the password and the passkey, and loses the passkey there. */
  async function lostAtConsent(user: TestUser, key: Authenticator, to = mandatory) {
    const browser = visitor(app)
    await begin(browser, to, asking)
    const second = await browser.submit(credentials(user))
    const consent = await answerByPasskey(browser, second, key)
    expect(consent.view?.page).toBe('consent')
    await removeOf(user)
    return { browser, page: await browser.submit(approval(consent)) }
  }

  /** Somebody with an app, and a passkey that was made after it. */
  async function withApp() {
    const user = await aUserWithOtp(app)
    const [key, browser] = [authenticator(), visitor(app)]
    await begin(browser, mandatory)
    await browser.submit({ ...credentials(user), passkeySupport: '1' })
    await createPasskey(browser, await browser.submit({ otp: codeAt(app, user.otpSecret) }), key)
    app.clock.advance(60)
    return { user, key }
  }

  test('leads to the code of the app, which goes on to the end', async () => {
    const { user, key } = await withApp()
    const { browser, page } = await lostAtConsent(user, key)
    expect(page.view?.page).toBe('otp')
    const asked = await browser.submit({ otp: codeAt(app, user.otpSecret) })
    expect(responseOf(await finish(browser, asked))?.code).toBeDefined()
  })

  test('leads to the code of the app; a recovery code goes on to the end as well', async () => {
    const { user, key } = await withApp()
    const [code = ''] = await recoveryCodesOf(user)
    const { browser, page } = await lostAtConsent(user, key)
    await browser.visit(`/auth/recovery-code?ceremony=${interactionOf(page)}`)
    const asked = await browser.submit({ code })
    expect(responseOf(await finish(browser, asked))?.code).toBeDefined()
  })

  test('was the only second factor, which was optional: the password goes on to the end', async () => {
    const user = await aUser(store)
    const key = await aPasskey(app, client, user, { ask: true })
    const { browser, page } = await lostAtConsent(user, key, optional)
    expect(responseOf(await finish(browser, page))?.code).toBeDefined()
    const [session] = (await sessionsOf(store, user.id)).slice(-1)
    expect(session?.authMethods).toBe('pwd')
  })
})
