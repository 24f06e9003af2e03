import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refresh, requestToken, type TokenAnswer } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

const count = 200
/** Concurrent refreshes: fewer than the tokens left at the kill, so that every loop is still busy then. */
const inFlight = 100

/** One refresh token, and the answer to it before the kill. */
interface Chain {
  readonly first: string
  answer: TokenAnswer | null
}

let started: StartedServer
let server: RemoteServer
let client: TestClient

beforeAll(async () => {
  started = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
})
afterAll(() => started?.remove())

describe('a server killed while 200 token requests run', () => {
  let chains: Chain[]

  beforeAll(async () => {
    chains = await signInMany()
    await killDuringRefresh(chains)
    await started.startAgain()
  })

  test('was killed in the midst of them', () => {
    const answered = chains.filter(({ answer }) => answer)
    expect(answered.length).toBeGreaterThan(0)
    expect(answered.length).toBeLessThan(count)
    for (const { answer } of answered) expect(answer?.status).toBe(200)
  })

  test('starts again, and every refresh token that it answered works once', async () => {
    const answered = chains.flatMap(({ answer }) => answer?.body.refresh_token ?? [])
    const first = await Promise.all(answered.map((token) => refresh(server, client, token)))
    expect(first.map(({ status }) => status)).toEqual(answered.map(() => 200))
    const second = await Promise.all(answered.map((token) => refresh(server, client, token)))
    expect(second.map(({ body }) => body.error)).toEqual(answered.map(() => 'invalid_grant'))
  })

  test('lets no refresh token whose answer was lost work twice', async () => {
    const lost = chains.filter(({ answer }) => !answer).map(({ first }) => first)
    const tries = await Promise.all(
      lost.map((token) => Promise.all([1, 2, 3].map(() => refresh(server, client, token)))),
    )
    for (const answers of tries) {
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    }
  })

  test('refuses every refresh token that was rotated before', async () => {
    const spent = chains.filter(({ answer }) => answer).map(({ first }) => first)
    const answers = await Promise.all(spent.map((token) => refresh(server, client, token)))
    expect(answers.map(({ body }) => body.error)).toEqual(spent.map(() => 'invalid_grant'))
  })
})

/** Signs one user in 200 times with the password grant: 200 grants, 200 refresh tokens. */
async function signInMany(): Promise<Chain[]> {
  const user = await withStore(started.databaseUrl, async (store) => {
    client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
    return aUser(store)
  })
  const fields = {
    grant_type: 'password',
    username: user.email,
    password: user.password,
    scope: 'openid offline_access',
  }
  // As many as the server hashes while a client waits; it would refuse more with 503.
  const atOnce = 20
  const answers: TokenAnswer[] = []
  while (answers.length < count) {
    const some = Array.from({ length: atOnce }, () => requestToken(server, client, fields))
    answers.push(...(await Promise.all(some)))
  }
  return answers.map(({ body }) => {
    if (!body.refresh_token) throw new Error(`No refresh token: ${JSON.stringify(body)}`)
    return { first: body.refresh_token, answer: null }
  })
}

/** Presents the tokens and kills the server when a third of them have been answered. */
async function killDuringRefresh(chains: readonly Chain[]): Promise<void> {
  let answered = 0
  const enough = Promise.withResolvers<void>()
  const waiting = chains.values()
  const present = async () => {
    for (const chain of waiting) {
      chain.answer = await refresh(server, client, chain.first).catch(() => null)
      answered += 1
      if (answered === Math.floor(count / 3)) enough.resolve()
    }
  }
  const requests = Array.from({ length: inFlight }, present)
  await Promise.race([enough.promise, sleep(60_000)])
  await started.end('SIGKILL')
  await Promise.all(requests)
}
