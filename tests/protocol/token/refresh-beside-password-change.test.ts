import { describe, expect, test, vi } from 'vitest'
import { adminTransaction } from '#lib/context.ts'
import { changeOwnPassword } from '#lib/domain/passwords/own-password.ts'
import type { Repositories, SessionRecord, UserRecord } from '#lib/persistence/store.ts'
import { testContext } from '#tests/support/context.ts'
import { testProvider } from '#tests/support/databases.ts'
import { aSession } from '#tests/support/granted.ts'
import { refresh } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { withReplaced } from '#tests/support/replaced-functions.ts'
import { server } from '#tests/support/server.ts'
import { tokensOf } from './world.ts'

/*
 * Changing the password keeps the user's session, and with it the applications signed in through that
 * session. A concurrent refresh, at any moment, returns tokens that work.
 */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { ctx } = await testContext()
const { store } = app
const client = await aClient(store)

const scopes = ['openid', 'openid offline_access']
const pause = () => new Promise((resolve) => setTimeout(resolve, 300))

/** A signed-in user, and tokens from that session. */
async function signedIn(scope: string) {
  const user = await aUser(store)
  const session = await aSession(store, user, [client])
  await store.consents.save(user.id, client.id, scope, app.clock.now())
  const { refresh_token } = await tokensOf(app, client, user, { scope, session })
  return { user, session, token: refresh_token }
}

/**
 * Changes the password from a session of the user.
 * @param meanwhile runs after all writes, before the commit
 */
function changePassword(
  user: UserRecord,
  session: SessionRecord,
  meanwhile: () => Promise<unknown> = async () => {},
) {
  return adminTransaction(ctx, async (tx) => {
    const caller = { kind: 'user', user, client, session, scopes: [] } as unknown
    const confirmed = { user, otpStep: null }
    await changeOwnPassword(
      tx,
      caller as Parameters<typeof changeOwnPassword>[1],
      confirmed,
      'a hash',
    )
    await meanwhile()
  })
}

/** Runs work after the token was read, before it is rotated. */
function onceRead(happens: () => Promise<unknown>): void {
  const { findByJti } = store.refreshTokens
  vi.spyOn(store.refreshTokens, 'findByJti').mockImplementationOnce(async (jti) => {
    const found = await findByJti(jti)
    await happens()
    return found
  })
}

/** Expects that a refresh succeeded and that its token works. */
async function expectLive({ status, body }: Awaited<ReturnType<typeof refresh>>) {
  expect([status, body.error_description]).toEqual([200, undefined])
  const next = await refresh(app, client, body.refresh_token ?? '')
  expect([next.status, next.body.error_description]).toEqual([200, undefined])
}

describe.each(scopes)('a refresh (%s)', (scope) => {
  test('beside a change that is made once its token was read', async () => {
    const { user, session, token } = await signedIn(scope)
    onceRead(() => changePassword(user, session))
    await expectLive(await refresh(app, client, token))
  })

  test('beside a change by another session, which ends its token', async () => {
    const { user, token } = await signedIn(scope)
    const other = await aSession(store, user)
    onceRead(() => changePassword(user, other))
    const { status, body } = await refresh(app, client, token)
    const told = 'The refresh token is superseded: the credentials of the user have changed.'
    expect([status, body.error, body.error_description]).toEqual([400, 'invalid_grant', told])
  })
})

/** SQLite has one writer at a time, so there a change comes before or after the rotation. */
if (testProvider() === 'postgresql')
  describe.each(scopes)('on PostgreSQL a refresh (%s)', (scope) => {
    test('that waits for the change', async () => {
      const { user, session, token } = await signedIn(scope)
      const refreshed: ReturnType<typeof refresh>[] = []
      await changePassword(user, session, () => {
        refreshed.push(refresh(app, client, token))
        return pause()
      })
      const [answer] = await Promise.all(refreshed)
      if (!answer) throw new Error('Nothing was refreshed.')
      await expectLive(answer)
    })

    test('that the change waits for', async () => {
      const { user, session, token } = await signedIn(scope)
      const changes: Promise<unknown>[] = []
      const open = store.transaction
      const stopping = (inner: Repositories): Repositories =>
        withReplaced(inner, {
          refreshTokens: {
            async rotate(id, now, from) {
              const isRotated = await inner.refreshTokens.rotate(id, now, from)
              if (changes.length === 0) changes.push(changePassword(user, session))
              await pause()
              return isRotated
            },
          },
        })
      vi.spyOn(store, 'transaction').mockImplementationOnce((work) =>
        open((inner) => work(stopping(inner))),
      )
      const answer = await refresh(app, client, token)
      await Promise.all(changes)
      expect(changes).toHaveLength(1)
      await expectLive(answer)
    })
  })
