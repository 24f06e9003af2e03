import { describe, expect, test, vi } from 'vitest'
import { apiClient, apiUser, call } from '#tests/support/api.ts'
import { auditDetails } from '#tests/support/granted.ts'
import { redeem, refresh, type SignedIn, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { begin, newestCodeOf } from '../authorize/fixture.ts'
import { userinfoStatus } from './world.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const everything = 'openid email authserver:manage-account offline_access'

async function aPerson() {
  const user = await aUser(store)
  await grantToUser(store, user, 'authserver:manage-account')
  return user
}

/** Everything a client may hold of a user: tokens of two sign-ins, and an unredeemed code. */
async function granted(client: TestClient, user: TestUser) {
  const entered = await signIn(app, client, user, { request: { scope: everything } })
  const options = { browser: entered.browser }
  const offline = (await redeem(app, client, entered)).body
  const request = { scope: 'openid authserver:manage-account' }
  const again = await signIn(app, client, user, { ...options, request })
  const bound = (await redeem(app, client, again)).body
  const waiting = await signIn(app, client, user, { ...options, request })
  return { browser: entered.browser, tokens: [offline, bound], waiting }
}

type Granted = Awaited<ReturnType<typeof granted>>

const profileStatus = async (token = '') =>
  (await call({ server: app, value: token }, 'GET', '/api/v1/account/profile')).status

async function expectLife(client: TestClient, { tokens, waiting }: Granted, isAlive: boolean) {
  const status = isAlive ? 200 : 401
  for (const { access_token, refresh_token } of tokens) {
    expect(await userinfoStatus(app, access_token ?? '')).toBe(status)
    expect(await profileStatus(access_token)).toBe(status)
    const refreshed = await refresh(app, client, refresh_token ?? '')
    expect(refreshed.status).toBe(isAlive ? 200 : 400)
    if (!isAlive) expect(refreshed.body.error_description).toMatch(/consent has been revoked/)
  }
  const redeemed = await redeem(app, client, waiting)
  expect(redeemed.status).toBe(isAlive ? 200 : 400)
  if (!isAlive) expect(redeemed.body.error_description).toBe('Code is invalid.')
}

const consentOf = async (user: TestUser, client: TestClient) => {
  const consent = await store.consents.find(user.id, client.id)
  if (!consent) throw new Error('There is no consent.')
  return consent
}

/** Approves some scopes on the consent page. */
async function answer(
  client: TestClient,
  browser: SignedIn['browser'],
  scope: string,
  ticked: readonly string[],
) {
  const page = await begin(browser, client, { scope, prompt: 'consent' })
  if (page.view?.page !== 'consent') throw new Error(`No consent page, but ${page.view?.page}.`)
  const boxes = page.view.scopes.flatMap((shown, i): [string, string][] =>
    ticked.includes(shown.scope) ? [[`consent${i}`, 'on']] : [],
  )
  return browser.submit([...boxes, ['btnSubmit', 'submit']])
}

const ways: Record<string, (user: TestUser, client: TestClient, it: Granted) => Promise<unknown>> =
  {
    'by its user': async (user, client) => {
      const token = await apiUser(app, user, ['manage-account'])
      const { id } = await consentOf(user, client)
      expect((await call(token, 'DELETE', `/api/v1/account/consents/${id}`)).status).toBe(200)
    },
    'by its user with a token of the very client': async (user, client, { tokens }) => {
      const token = { server: app, value: tokens[0]?.access_token ?? '' }
      const { id } = await consentOf(user, client)
      expect((await call(token, 'DELETE', `/api/v1/account/consents/${id}`)).status).toBe(200)
    },
    'by an administrator': async (user, client) => {
      const token = await apiClient(app, ['manage-users'])
      const { id } = await consentOf(user, client)
      expect((await call(token, 'DELETE', `/user-consents/${id}`)).status).toBe(200)
    },
    'in part, on the consent page': async (_user, client, { browser }) => {
      await answer(client, browser, everything, ['openid', 'authserver:manage-account'])
    },
    'in part, of what another page had shown': async (_user, client, { browser }) => {
      await answer(client, browser, 'openid email', ['openid'])
    },
  }

describe.each(Object.entries(ways))('a consent withdrawn %s', (_, withdraw) => {
  test.each([
    ['that asks for consent', true],
    ['that asks for it where it must', false],
  ])(
    'ends codes and tokens of a client %s, and nobody else’s',
    async (_client, consentRequired) => {
      const [client, other] = [
        await aClient(store, { consentRequired }),
        await aClient(store, { consentRequired }),
      ]
      const [user, neighbour] = [await aPerson(), await aPerson()]
      const [its, others, neighbours] = [
        await granted(client, user),
        await granted(other, user),
        await granted(client, neighbour),
      ]
      await withdraw(user, client, its)
      await expectLife(client, its, false)
      await expectLife(other, others, true)
      await expectLife(client, neighbours, true)
    },
  )

  test('says in the audit log what ended with it', async () => {
    const client = await aClient(store)
    const user = await aPerson()
    await withdraw(user, client, await granted(client, user))
    const entries = await auditDetails(app.runtime.database.prisma, 'revoked_client_grants', {
      userId: user.id,
      clientId: client.id,
    })
    expect(entries).toEqual([
      expect.objectContaining({
        reason: expect.stringMatching(/^consent_(withdrawn|narrowed)$/),
        revokedCodeCount: 3,
        revokedRefreshTokenJtis: [expect.any(String), expect.any(String)],
      }),
    ])
  })
})

test('a consent page answered with as much as before, or more, ends nothing', async () => {
  const client = await aClient(store)
  const user = await aPerson()
  const its = await granted(client, user)
  const scopes = everything.split(' ')
  await answer(client, its.browser, everything, scopes)
  await answer(client, its.browser, `${everything} profile`, [...scopes, 'profile'])
  await answer(client, its.browser, `${everything} phone`, scopes)
  await expectLife(client, its, true)
})

test('the code of the narrower answer itself is good', async () => {
  const client = await aClient(store, { consentRequired: true })
  const user = await aPerson()
  const { browser } = await granted(client, user)
  await answer(client, browser, everything, ['openid'])
  expect(await newestCodeOf(app, user)).toMatchObject({
    scope: 'openid',
    revoked: false,
    grant: { revokedAt: null },
  })
})

test.each(['redemption', 'refresh'])(
  'nothing that comes of a %s meanwhile is left',
  async (what) => {
    for (let i = 0; i < 5; i++) {
      const client = await aClient(store, { consentRequired: true })
      const user = await aPerson()
      const { tokens, waiting } = await granted(client, user)
      const { id } = await consentOf(user, client)
      const own = await apiUser(app, user, ['manage-account'])
      const [answered, withdrawn] = await Promise.all([
        what === 'refresh'
          ? refresh(app, client, tokens[0]?.refresh_token ?? '')
          : redeem(app, client, waiting),
        call(own, 'DELETE', `/api/v1/account/consents/${id}`),
      ])
      expect(withdrawn.status).toBe(200)
      expect([200, 400]).toContain(answered.status)
      if (answered.status === 400) continue
      const { access_token, refresh_token } = answered.body
      expect(await userinfoStatus(app, access_token ?? '')).toBe(401)
      expect((await refresh(app, client, refresh_token ?? '')).status).toBe(400)
    }
  },
)

describe('a sign-in in progress', () => {
  /** Withdraws the consent right before the transaction that issues the code. */
  const withdrawFirst = (user: TestUser, client: TestClient) => {
    const { transaction } = store
    vi.spyOn(store, 'transaction').mockImplementationOnce(async (...work) => {
      const own = await apiClient(app, ['manage-users'])
      const { id } = await consentOf(user, client)
      expect((await call(own, 'DELETE', `/user-consents/${id}`)).status).toBe(200)
      return transaction(...work)
    })
  }

  test.each([
    ['answered in this sign-in', 'consent'],
    ['stored before', undefined],
  ])(
    'asks again when the consent, %s, is withdrawn before anything is issued',
    async (_, prompt) => {
      const client = await aClient(store)
      const user = await aPerson()
      const scope = 'openid authserver:manage-account'
      const { browser } = await signIn(app, client, user, { request: { scope } })
      const before = await newestCodeOf(app, user)
      let last = null
      if (prompt) {
        const page = await begin(browser, client, { scope, prompt })
        expect(page.view?.page).toBe('consent')
        withdrawFirst(user, client)
        last = await browser.submit([
          ['consent0', 'on'],
          ['consent1', 'on'],
          ['btnSubmit', 'submit'],
        ])
      } else {
        withdrawFirst(user, client)
        last = await begin(browser, client, { scope })
      }
      expect(last.view?.page).toBe('consent')
      expect((await newestCodeOf(app, user)).id).toBe(before.id)
      const approved = await browser.submit([
        ['consent0', 'on'],
        ['consent1', 'on'],
        ['btnSubmit', 'submit'],
      ])
      expect(approved.location?.searchParams.get('code')).toBeTruthy()
    },
  )
})
