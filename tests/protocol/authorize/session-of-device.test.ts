import { describe, expect, test } from 'vitest'
import { aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { begin, credentials, onlySessionOf, visitor } from './scene.ts'

const app = await server()
const { store } = app
const client = await aClient(store)

/** Headers of two different devices. */
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

describe('a new session on a device', () => {
  test('replaces that of the same user and address, and leaves its offline tokens alone', async () => {
    const user = await aUser(store)
    const headers = { 'user-agent': firefox, 'x-authserver-peer': '203.0.113.9' }
    const first = visitor(app, headers)
    await begin(first, client)
    await first.submit(credentials(user))
    const old = await onlySessionOf(app, user)
    const { sessionIdentifier } = old
    const stored = await aStoredGrant(store, user, client, { sessionIdentifier, offline: true })
    const phone = visitor(app, { ...headers, 'user-agent': safari })
    await begin(phone, client)
    await phone.submit(credentials(user))
    expect(await sessionsOf(store, user.id)).toHaveLength(2)
    const second = visitor(app, headers)
    await begin(second, client)
    await second.submit(credentials(user))
    const sessions = await sessionsOf(store, user.id)
    expect(sessions.map(({ deviceType }) => deviceType)).toEqual(['Mobile', 'Desktop'])
    expect(sessions.some(({ id }) => id === old.id)).toBe(false)
    const token = await store.refreshTokens.findByJti(stored.refreshToken.jti)
    expect(token?.revoked).toBe(false)
  })

  test('leaves one alone whose address only begins like its own', async () => {
    const user = await aUser(store)
    for (const address of ['203.0.113.90', '203.0.113.9']) {
      const person = visitor(app, { 'user-agent': firefox, 'x-authserver-peer': address })
      await begin(person, client)
      await person.submit(credentials(user))
    }
    expect(await sessionsOf(store, user.id)).toHaveLength(2)
  })
})
