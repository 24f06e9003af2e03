import { expect } from 'vitest'
import { refresh, requestToken, type TokenAnswer } from '#tests/support/oauth.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'
import type { RemoteServer } from '#tests/support/remote.ts'

/** A refresh token, and the answer when it was presented; null when none came. */
export interface Presented {
  readonly first: string
  readonly answer: TokenAnswer | null
}

const passwordsAtOnce = 10

/** Gets refresh tokens by the password grant, each of a grant of its own. */
export async function refreshTokens(
  servers: readonly RemoteServer[],
  client: TestClient,
  { email, password }: TestUser,
  count: number,
): Promise<string[]> {
  const scope = 'openid offline_access'
  const fields = { grant_type: 'password', username: email, password, scope }
  const waiting = inTurns(servers, count)
  const answers: TokenAnswer[] = []
  // More passwords at once than a server hashes in time are refused.
  while (waiting.length > 0) {
    const some = waiting.splice(0, passwordsAtOnce)
    answers.push(...(await Promise.all(some.map((one) => requestToken(one, client, fields)))))
  }
  return answers.map(({ status, body }) => {
    if (!body.refresh_token) throw new Error(`No refresh token: ${status} ${JSON.stringify(body)}`)
    return body.refresh_token
  })
}

/**
 * Presents tokens; a connection that ends is no answer.
 * @param atOnce how many of them wait for an answer at a time
 */
export function presentAll(
  servers: readonly RemoteServer[],
  client: TestClient,
  tokens: readonly string[],
  atOnce = tokens.length,
): Promise<Presented>[] {
  const presenting: Promise<Presented>[] = []
  for (const [i, server] of inTurns(servers, tokens.length).entries()) {
    const first = tokens[i] ?? ''
    const present = async () => {
      await presenting[i - atOnce]
      return { first, answer: await refresh(server, client, first).catch(() => null) }
    }
    presenting.push(present())
  }
  return presenting
}

/**
 * Sees to it that every token that was answered works exactly once, and every other one at most once.
 * @returns how many were answered
 */
export async function expectEachOnce(
  servers: readonly RemoteServer[],
  client: TestClient,
  presented: readonly Presented[],
): Promise<number> {
  const present = (tokens: readonly string[]) => Promise.all(presentAll(servers, client, tokens))
  const answered = presented.flatMap(({ answer }) => answer?.body.refresh_token ?? [])
  const once = await present(answered)
  expect(once.map(({ answer }) => answer?.status)).toEqual(answered.map(() => 200))
  const twice = await present(answered)
  expect(twice.map(({ answer }) => answer?.body.error)).toEqual(answered.map(() => 'invalid_grant'))
  const doubtful = presented.filter(({ answer }) => !answer?.body.refresh_token)
  const tries = await Promise.all(doubtful.map(({ first }) => present([first, first, first])))
  for (const tried of tries) {
    const statuses = tried.map(({ answer }) => answer?.status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(statuses.every((status) => status === 200 || status === 400)).toBe(true)
  }
  return answered.length
}

function inTurns(servers: readonly RemoteServer[], count: number): RemoteServer[] {
  const [first] = servers
  if (!first) throw new Error('There is no server.')
  return Array.from({ length: count }, (_, i) => servers[i % servers.length] ?? first)
}
