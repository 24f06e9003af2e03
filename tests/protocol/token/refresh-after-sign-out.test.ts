import { beforeAll, describe, expect, test } from 'vitest'
import { redeem, refresh, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'

let app: TestServer

beforeAll(async () => {
  app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
})

/** A user who is signed in to two applications in one browser. */
async function signedInTwice() {
  const user = await aUser(app.store)
  const [first, second] = [await aClient(app.store), await aClient(app.store)]
  const signedIn = await signIn(app, first, user)
  const { body } = await redeem(app, first, signedIn)
  const { browser } = signedIn
  const other = await redeem(app, second, await signIn(app, second, user, { browser }))
  return {
    first,
    refreshToken: body.refresh_token ?? '',
    signOutOfFirst: () => signOut(body.id_token),
    signOutOfSecond: () => signOut(other.body.id_token),
    sessions: () => sessionsOf(app.store, user.id),
    async clients() {
      const [session] = await sessionsOf(app.store, user.id)
      return app.store.sessions.countClients(session?.id ?? 0)
    },
  }
}

function signOut(idToken = ''): Promise<Response> {
  return app.fetch(`/auth/logout?id_token_hint=${idToken}`)
}

describe('an application that refreshes after it signed the user out', () => {
  test('stays off the session, which goes on', async () => {
    const { first, refreshToken, signOutOfFirst, sessions, clients } = await signedInTwice()
    await signOutOfFirst()
    app.clock.advance(60)
    expect((await refresh(app, first, refreshToken)).status).toBe(200)
    expect(await clients()).toBe(1)
    expect(await sessions()).toMatchObject([{ lastAccessed: app.clock.now() }])
  })

  test('does not keep it from ending with the last of the others', async () => {
    const { first, refreshToken, ...person } = await signedInTwice()
    await person.signOutOfFirst()
    const { body } = await refresh(app, first, refreshToken)
    await person.signOutOfSecond()
    expect(await person.sessions()).toEqual([])
    expect((await refresh(app, first, body.refresh_token ?? '')).body.error).toBe('invalid_grant')
  })
})

test('a refresh is noted as a use of the session by that application', async () => {
  const { first, refreshToken, sessions } = await signedInTwice()
  app.clock.advance(60)
  await refresh(app, first, refreshToken)
  const [session] = await sessions()
  const uses = await app.runtime.database.prisma.userSessionClient.findMany({
    where: { userSessionId: session?.id ?? 0, lastAccessed: app.clock.now() },
  })
  expect(uses.map(({ clientId }) => clientId)).toEqual([first.id])
})
