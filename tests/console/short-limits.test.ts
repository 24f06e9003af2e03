import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiToken, apiClient, call } from '#tests/support/api.ts'
import { type Browser, browser } from '#tests/support/browser.ts'
import {
  authorizePath,
  pkcePair,
  redeem,
  refresh,
  responseOf,
  signIn,
} from '#tests/support/oauth.ts'
import { aClient, type TestClient } from '#tests/support/people.ts'
import { anAccountHolder, type ConsoleServer, consoleServer } from './fixture.ts'

/*
 * Limits of one second end the sessions of applications at once. The console stays open for five minutes, so
 * that an administrator can still correct the settings.
 */

let running: ConsoleServer
let client: TestClient

beforeAll(async () => {
  running = await consoleServer()
  client = await aClient(running.app.store)
})
afterAll(() => running.stop())

/** A request for a code, with the parameters that every client here must send. */
function askedBy(client: TestClient): string {
  const { challenge } = pkcePair()
  return authorizePath(client, { code_challenge: challenge, code_challenge_method: 'S256' })
}

describe.each([
  ['an idle time', { userSessionIdleTimeoutInSeconds: 1, userSessionMaxLifetimeInSeconds: 86_400 }],
  ['a lifetime', { userSessionIdleTimeoutInSeconds: 1, userSessionMaxLifetimeInSeconds: 1 }],
])('with %s of a second', (_, limits) => {
  beforeEach(async () => {
    await running.app.changeSettings(limits)
  })

  /** A browser that signed in to an application this many seconds ago. */
  async function signedInBefore(seconds: number): Promise<Browser> {
    const user = await anAccountHolder(running)
    const { browser: person } = await signIn(running.app, client, user)
    running.app.clock.advance(seconds)
    return person
  }

  test.each([
    [1, true],
    [2, true],
    [299, true],
    [300, true],
    [301, false],
    [3_600, false],
  ])('after %i seconds the console is entered without a page: %s', async (seconds, silently) => {
    const person = await signedInBefore(seconds)
    const last = await person.visit('/console/sign-in?to=/account/profile')
    expect([last.view?.page, responseOf(last)?.code !== undefined]).toEqual(
      silently ? [undefined, true] : ['sign-in', false],
    )
  })

  test.each([
    [1, true],
    [2, false],
    [299, false],
  ])('after %i seconds an application is entered without a page: %s', async (seconds, silently) => {
    const person = await signedInBefore(seconds)
    const last = await person.visit(askedBy(client))
    expect(responseOf(last)?.code !== undefined).toBe(silently)
  })

  test('the browser keeps the cookie as long as the console may be entered', async () => {
    const person = browser(running.app)
    const user = await anAccountHolder(running)
    await person.visit(askedBy(client))
    const { headers } = await person.submit({ email: user.email, password: user.password })
    const cookie = headers.getSetCookie().find((line) => line.includes('-session='))
    const maxAge = Number(/max-age=(\d+)/i.exec(cookie ?? '')?.[1])
    expect(maxAge).toBe(Math.max(limits.userSessionMaxLifetimeInSeconds, 300))
  })

  test('tokens of an application end with its session', async () => {
    const signedIn = await signIn(running.app, client, await anAccountHolder(running))
    const { body } = await redeem(running.app, client, signedIn)
    running.app.clock.advance(2)
    const again = await refresh(running.app, client, body.refresh_token ?? '')
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
  })

  test('a user’s list has a session as long as it opens the console, an application’s list as long as that', async () => {
    const user = await anAccountHolder(running)
    await signIn(running.app, client, user)
    for (const [wait, ofUser, ofClient] of [
      [1, 1, 1],
      [1, 1, 0],
      [298, 1, 0],
      [1, 0, 0],
    ] as const) {
      running.app.clock.advance(wait)
      const api = await apiClient(running.app, ['admin-read'])
      expect(await listed(api, `/users/${user.id}/sessions`, user.id)).toBe(ofUser)
      expect(await listed(api, `/clients/${client.id}/sessions`, user.id)).toBe(ofClient)
    }
  })

  async function listed(api: ApiToken, path: string, userId: number): Promise<number> {
    const { status, body } = await call<{ sessions: { userId: number }[] }>(api, 'GET', path)
    expect(status).toBe(200)
    return body.sessions.filter((session) => session.userId === userId).length
  }
})
