import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#lib/persistence/client.ts'
import { openLimits } from '#lib/persistence/limits/limits.ts'
import { openStore } from '#lib/persistence/store.ts'
import { apiClient } from '#tests/support/api.ts'
import { type CommitWire, openCommitWire } from '#tests/support/commit-wire.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { redeem, refresh, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'

const file = await fileDatabase()

/** A server whose database connections use a network that can lose a commit. */
async function overWire(): Promise<{ app: TestServer; wire: CommitWire }> {
  const wire = await openCommitWire(file.url)
  const opened = openDatabase(wire.url, 5)
  onTestFinished(async () => {
    wire.close()
    await opened.close()
  })
  const store = openStore(opened)
  const { prisma: client } = opened
  const limits = openLimits(client)
  const database = { ...file, url: wire.url, database: opened, client, store, limits }
  return { app: await server({ database }), wire }
}

/** Tokens from one sign-in. */
async function issued(scope = 'openid offline_access') {
  const { app, wire } = await overWire()
  const client = await aClient(file.store)
  const user = await aUser(file.store)
  const signedIn = await signIn(app, client, user, { request: { scope } })
  const { body } = await redeem(app, client, signedIn)
  return { app, wire, client, user, token: body.refresh_token ?? '' }
}

const unavailable = (answer: { status: number; headers: Headers }) => [
  answer.status,
  /^[1-9]\d?$/.test(answer.headers.get('retry-after') ?? ''),
]

// SQLite runs inside the process, so a commit's answer cannot be lost.
describe.runIf(file.provider === 'postgresql')(
  'when the connection breaks during the commit',
  () => {
    describe.each(['openid', 'openid offline_access'])('of a refresh (%s)', (scope) => {
      test('of which only the answer is lost, the tokens are answered and go on', async () => {
        const { app, wire, client, token } = await issued(scope)
        wire.lose('answer lost')
        const answer = await refresh(app, client, token)
        expect([answer.status, wire.lost()]).toEqual([200, 1])
        const next = await refresh(app, client, answer.body.refresh_token ?? '')
        expect(next.status).toBe(200)
      })

      test('before the database got it, the refresh is done once more', async () => {
        const { app, wire, client, token } = await issued(scope)
        wire.lose('commit lost')
        const answer = await refresh(app, client, token)
        expect([answer.status, wire.lost()]).toEqual([200, 1])
        const next = await refresh(app, client, answer.body.refresh_token ?? '')
        expect(next.status).toBe(200)
      })

      test('and nobody can tell, the answer is 503, and the token works once at most', async () => {
        const { app, wire, client, token } = await issued(scope)
        wire.lose('nobody to ask')
        expect(unavailable(await refresh(app, client, token))).toEqual([503, true])
        wire.mend()
        const statuses = await Promise.all([0, 1, 2].map(() => refresh(app, client, token)))
        expect(statuses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
      })
    })

    test('of refreshes that share a transaction, each is answered by what became of it', async () => {
      const { app, wire, client, user } = await issued()
      const tokens = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const signedIn = await signIn(app, client, user, {
            request: { scope: 'openid offline_access' },
          })
          return (await redeem(app, client, signedIn)).body.refresh_token ?? ''
        }),
      )
      for (const loss of ['answer lost', 'commit lost'] as const) {
        wire.lose(loss)
        const answers = await Promise.all(tokens.map((token) => refresh(app, client, token)))
        expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200))
        for (const [i, { body }] of answers.entries()) tokens[i] = body.refresh_token ?? ''
      }
      expect(wire.lost()).toBe(2)
      wire.lose('nobody to ask')
      const untold = await Promise.all(tokens.map((token) => refresh(app, client, token)))
      // Only refreshes that shared the lost transaction may fail.
      const statuses = new Set(untold.map(({ status }) => status))
      expect([...statuses].filter((status) => status !== 200)).toEqual([503])
    })

    test.each([
      ['the answer is lost', 'answer lost'],
      ['the commit itself is lost', 'commit lost'],
    ] as const)('of a code that is redeemed, and %s, the tokens are answered', async (_, loss) => {
      const { app, wire } = await overWire()
      const client = await aClient(file.store)
      const signedIn = await signIn(app, client, await aUser(file.store), {
        request: { scope: 'openid offline_access' },
      })
      wire.lose(loss)
      const answer = await redeem(app, client, signedIn)
      expect([answer.status, wire.lost()]).toEqual([200, 1])
      expect((await refresh(app, client, answer.body.refresh_token ?? '')).status).toBe(200)
      expect((await redeem(app, client, signedIn)).body.error).toBe('invalid_grant')
    })

    test('of a code that is redeemed, and nobody can tell, the answer is 503', async () => {
      const { app, wire } = await overWire()
      const client = await aClient(file.store)
      const signedIn = await signIn(app, client, await aUser(file.store))
      wire.lose('nobody to ask')
      expect(unavailable(await redeem(app, client, signedIn))).toEqual([503, true])
      wire.mend()
      expect((await redeem(app, client, signedIn)).body.error).toBe('invalid_grant')
    })

    describe('of a user that is created', () => {
      const create = async (email: string) => {
        const { app, wire } = await overWire()
        const token = await apiClient(app, ['manage-users'])
        const body = { email, password: 'Rear-admiral-1906', setPasswordType: 'now' }
        const headers = {
          authorization: `Bearer ${token.value}`,
          'content-type': 'application/json',
        }
        const init = { method: 'POST', headers, body: JSON.stringify(body) }
        const begin = () => app.fetch('/api/v1/admin/users/create', init)
        return { wire, begin }
      }
      const created = async (email: string) => {
        const user = await file.store.users.findByEmail(email)
        const where = { auditEvent: 'created_user', details: { contains: email } }
        return [user !== null, await file.client.auditLog.count({ where })]
      }

      test.each([
        ['the answer is lost', 'answer lost'],
        ['the commit itself is lost', 'commit lost'],
      ] as const)('and %s, is there once, with one audit entry', async (_, loss) => {
        const email = `${loss.replace(' ', '-')}@people.example`
        const { wire, begin } = await create(email)
        wire.lose(loss)
        const answer = await begin()
        expect([answer.status, wire.lost()]).toEqual([201, 1])
        expect(await created(email)).toEqual([true, 1])
      })

      test('and nobody can tell, is told as 503', async () => {
        const email = 'nobody-to-ask@people.example'
        const { wire, begin } = await create(email)
        wire.lose('nobody to ask')
        expect(unavailable(await begin())).toEqual([503, true])
        expect(await created(email)).toEqual([true, 1])
      })
    })
  },
)
