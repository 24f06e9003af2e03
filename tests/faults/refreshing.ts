import { expect } from 'vitest'
import { refresh, requestToken, type TokenAnswer } from '#tests/support/oauth.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'
import type { RemoteServer } from '#tests/support/remote.ts'

/** A refresh token and the answer to it; null when no answer came. */
export interface Presented {
  readonly first: string
  readonly answer: TokenAnswer | null
}

const passwordsAtOnce = 10

/** Obtains refresh tokens with the password grant, each of its own grant. */
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
  // The server refuses more passwords at once than it hashes in time.
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
 * Presents tokens; a broken connection counts as no answer.
 * @param atOnce maximum number of concurrent requests
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
 * Expects that each refresh token from an answer works exactly once, and each unanswered token at most once.
 * @returns the number of answers
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
