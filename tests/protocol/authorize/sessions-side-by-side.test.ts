import { describe, expect, test } from 'vitest'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin, enter } from './fixture.ts'

const app = await server()
const { store } = app
const client = await aClient(store)

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

describe('a sign-in ends no other browser’s session, however alike they look', () => {
  test.each([
    ['two equal office machines', { 'user-agent': chrome, 'x-test-peer': '203.0.113.9' }],
    ['two equal phones behind one proxy', { 'user-agent': safari, 'x-test-peer': '10.0.0.1' }],
    ['two in one IPv6 network', { 'user-agent': chrome, 'x-test-peer': '2001:db8::1' }],
    ['two that do not say what they are', { 'user-agent': '', 'x-test-peer': '203.0.113.9' }],
    ['two scripts', { 'user-agent': 'curl/8.5.0', 'x-test-peer': '' }],
  ])('%s', async (_, headers) => {
    const user = await aUser(store)
    const [first, second] = [visitor(app, headers), visitor(app, headers)]
    await enter(app, client, user, { browser: first })
    await enter(app, client, user, { browser: second })
    expect(await sessionsOf(store, user.id)).toHaveLength(2)
    for (const browser of [first, second]) {
      const silent = await begin(browser, client, { prompt: 'none' })
      expect(silent.headers.get('location')).toMatch(/[?&]code=/)
    }
  })

  test('the same browser’s own former session is replaced', async () => {
    const user = await aUser(store)
    const browser = visitor(app, { 'user-agent': chrome })
    await enter(app, client, user, { browser: browser })
    const [former] = await sessionsOf(store, user.id)
    await store.users.change(user.id, { authStateGeneration: 5 })
    await enter(app, client, user, { browser })
    const sessions = await sessionsOf(store, user.id)
    expect(sessions).toHaveLength(1)
    expect(sessions[0]?.id).not.toBe(former?.id)
  })
})
