import { describe, expect, test, vi } from 'vitest'
import { clientSecret } from '#lib/base/crypto/random.ts'
import { adminTransaction } from '#lib/context.ts'
import { saveClientFlows } from '#lib/domain/clients/client-flows.ts'
import { makeClientConfidential, makeClientPublic } from '#lib/domain/clients/client-secret.ts'
import { deleteClient } from '#lib/domain/clients/clients.ts'
import type { Store } from '#lib/persistence/store.ts'
import { testContext } from '#tests/support/context.ts'
import { testProvider } from '#tests/support/databases.ts'
import { redeem, refresh, requestToken, type TokenAnswer } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aCode, tokensOf } from './world.ts'

/*
 * An administrator's change of a client applies to requests in progress: after the change is answered, no
 * request receives tokens that it forbids.
 */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { ctx } = await testContext()
const { store } = app
const { prisma: database } = app.runtime.database

type Change = (client: TestClient) => Promise<unknown>

const makePublic: Change = ({ id }) => adminTransaction(ctx, (tx) => makeClientPublic(tx, id, ''))

const withoutFlows: Change = ({ id }) =>
  adminTransaction(ctx, (tx) => {
    const flows = { authorizationCodeEnabled: false, clientCredentialsEnabled: false }
    return saveClientFlows(tx, id, { ...flows, resourceOwnerPasswordCredentialsEnabled: false }, '')
  })

const failed = 'Client authentication failed. Please review your client_secret.'
const changes: [name: string, change: Change, status: number, error: string, says: RegExp][] = [
  ['made public', makePublic, 401, 'invalid_client', new RegExp(failed)],
  [
    'given another secret',
    ({ id }) => adminTransaction(ctx, (tx) => makeClientConfidential(tx, id, clientSecret(), '')),
    401,
    'invalid_client',
    new RegExp(failed),
  ],
  [
    'disabled',
    ({ id }) => store.clients.update(id, { enabled: false }),
    401,
    'invalid_client',
    /^Client is disabled\.$/,
  ],
  ['kept from the flow', withoutFlows, 400, 'unauthorized_client', /not support|no longer enabled/],
  [
    'deleted',
    (client) => adminTransaction(ctx, (tx) => deleteClient(tx, client, '')),
    401,
    'invalid_client',
    /^Client does not exist\.$/,
  ],
]

/** A request that pauses after client authentication until a change is done. */
type Request = (
  client: TestClient,
  user: TestUser,
  happens: () => Promise<unknown>,
) => Promise<TokenAnswer>

const signIn = (client: TestClient, { email, password }: TestUser) =>
  requestToken(app, client, { grant_type: 'password', username: email, password })

const requests: Record<string, Request> = {
  'a password grant': (client, user, happens) => {
    afterOne(store.users, 'findByEmail', happens)
    return signIn(client, user)
  },
  'a redemption': async (client, user, happens) => {
    const code = await aCode(app, client, user)
    afterOne(store.codes, 'findByHash', happens)
    return redeem(app, client, code)
  },
  'a refresh': async (client, user, happens) => {
    const { refresh_token } = await tokensOf(app, client, user)
    afterOne(store.refreshTokens, 'findByJti', happens)
    return refresh(app, client, refresh_token)
  },
}

/** Runs work between a repository's next read and its answer. */
function afterOne<Part extends object>(
  part: Part,
  method: keyof Part & string,
  happens: () => Promise<unknown>,
): void {
  const read = (part as Record<string, (asked: unknown) => Promise<unknown>>)[method]
  const spy = vi.spyOn(part as Record<string, () => unknown>, method)
  spy.mockImplementationOnce((async (asked: unknown) => {
    const found = await read?.(asked)
    await happens()
    return found
  }) as () => unknown)
}

const aPasswordClient = () => aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })

const tokensLeft = (client: TestClient) =>
  database.refreshToken.count({ where: { clientId: client.id, revoked: false } })

describe.each(Object.entries(requests))('%s under way when its client is', (kind, request) => {
  test.each(changes)('%s gets nothing', async (what, change, status, error, says) => {
    const client = await aPasswordClient()
    const answer = await request(client, await aUser(store), () => change(client))
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(answer.body.error_description).toMatch(says)
    const isSpared = kind === 'a refresh' && !/public|deleted/.test(what)
    expect(await tokensLeft(client)).toBe(isSpared ? 1 : 0)
  })
})

test('a code or token that was refused for its client can be used when that is as it was', async () => {
  const client = await aPasswordClient()
  const enabled = (now: boolean) => store.clients.update(client.id, { enabled: now })
  const code = await aCode(app, client, await aUser(store))
  afterOne(store.codes, 'findByHash', () => enabled(false))
  expect((await redeem(app, client, code)).status).toBe(401)
  await enabled(true)
  const { status, body } = await redeem(app, client, code)
  expect(status).toBe(200)
  afterOne(store.refreshTokens, 'findByJti', () => enabled(false))
  expect((await refresh(app, client, body.refresh_token ?? '')).status).toBe(401)
  await enabled(true)
  expect((await refresh(app, client, body.refresh_token ?? '')).status).toBe(200)
})

/** SQLite has one writer at a time, so there a change comes before or after the transaction. */
if (testProvider() === 'postgresql')
  describe('while tokens are being stored,', () => {
    /** Starts work before the grant of the next transaction is written, and lets it get as far as it can. */
    function beforeItsGrant(starts: () => Promise<unknown>): Promise<unknown>[] {
      const started: Promise<unknown>[] = []
      const open = store.adminTransaction
      const stopping = (inner: Store): Store => ({
        ...inner,
        grants: {
          ...inner.grants,
          async insert(grant) {
            const change = starts()
            started.push(change)
            await Promise.race([change, new Promise((resolve) => setTimeout(resolve, 500))])
            return inner.grants.insert(grant)
          },
        },
      })
      vi.spyOn(store, 'adminTransaction').mockImplementationOnce((work, options) =>
        open((inner) => work(stopping(inner)), options),
      )
      return started
    }

    test('a client that is made public waits for them and revokes them', async () => {
      const client = await aPasswordClient()
      const changed = beforeItsGrant(() => makePublic(client))
      expect((await signIn(client, await aUser(store))).status).toBe(200)
      await Promise.all(changed)
      expect(changed).toHaveLength(1)
      expect(await tokensLeft(client)).toBe(0)
    })

    test('a client that is deleted waits for them and takes them with it', async () => {
      const client = await aPasswordClient()
      const changed = beforeItsGrant(() =>
        adminTransaction(ctx, (tx) => deleteClient(tx, client, '')),
      )
      expect((await signIn(client, await aUser(store))).status).toBe(200)
      await Promise.all(changed)
      expect(await database.refreshToken.count({ where: { clientId: client.id } })).toBe(0)
    })
  })
