import { setTimeout as sleep } from 'node:timers/promises'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { redeem, refresh, requestToken, type TokenAnswer } from '#tests/support/oauth.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'
import type { RemoteServer } from '#tests/support/remote.ts'
import { baseUrl as issuer } from '#tests/support/settings.ts'
import { type Chain, type Contest, newTally, type Tally } from './tally.ts'
import { CutError, signInByForms, visitor } from './visitor.ts'

export interface Fixture {
  /** Address of the balancer or of a server. */
  readonly baseUrl: string
  /** Number of servers behind it. */
  readonly servers: number
  /** A client with the code, refresh and client-credentials grants, and administrative permissions. */
  readonly client: TestClient
  readonly people: readonly TestUser[]
}

export interface Load {
  readonly tally: Tally
  /** Resolves when every chain has been refreshed after this moment. */
  everyChainHasMovedSince(moment: number): Promise<void>
  /** Lets every visitor finish the current step. */
  stop(): Promise<Tally>
}

/** Chains of refresh tokens per visitor. */
const chainsOfOne = 3
/** One code in this many is presented twice concurrently, as are all refresh tokens beyond `chainsOfOne`. */
const contestedCodes = 3

/** Lets every user of the fixture run all kinds of requests in a loop. */
export function startLoad(fixture: Fixture): Load {
  const tally = newTally()
  let going = true
  const visitors = fixture.people.map((user, number) =>
    visit(fixture, user, number, tally, () => going),
  )
  return {
    tally,
    async everyChainHasMovedSince(moment) {
      while (tally.chains.some(({ since }) => since < moment)) await sleep(50)
    },
    async stop() {
      going = false
      await Promise.all(visitors)
      return tally
    },
  }
}

async function visit(
  fixture: Fixture,
  user: TestUser,
  number: number,
  tally: Tally,
  shouldContinue: () => boolean,
): Promise<void> {
  const own: Chain[] = []
  const steps = [
    () => begin(fixture, user, tally, own),
    () => moveOn(fixture, tally, own),
    () => clientToken(fixture, tally),
    () => moveOn(fixture, tally, own),
    () => administer(fixture, tally),
    () => moveOn(fixture, tally, own),
  ]
  for (let turn = number; shouldContinue(); turn++) {
    try {
      await steps[turn % steps.length]?.()
    } catch (error) {
      if (error instanceof CutError) tally.cut++
      else tally.failures.push(String(error))
      // A refused visitor waits before the next request.
      await sleep(20)
    }
  }
}

/** Signs in and redeems the code. Every third code is redeemed twice concurrently and starts no chain. */
async function begin(fixture: Fixture, user: TestUser, tally: Tally, own: Chain[]): Promise<void> {
  const { client } = fixture
  const anywhere = visitor(fixture.baseUrl)
  const signedIn = await signInByForms(anywhere, client, user, 'openid email offline_access')
  if (++tally.counts.signIn % contestedCodes === 0) {
    const present = (server: RemoteServer) => redeem(server, client, signedIn)
    tally.contests.push(await contest(fixture, 'code', present))
    return
  }
  const answer = await redeem(anywhere, client, signedIn)
  if (!isAnswered(answer, tally, 'a fresh code')) return
  tally.counts.code++
  const token = answer.body.refresh_token ?? ''
  const chain: Chain = { client, token, spent: null, since: performance.now() }
  own.push(chain)
  tally.chains.push(chain)
  await verify(fixture, answer, tally)
  if (own.length > chainsOfOne) await endByContest(fixture, tally, own)
}

/** Refreshes the chain that waited longest and calls UserInfo. */
async function moveOn(fixture: Fixture, tally: Tally, own: Chain[]): Promise<void> {
  const chain = own.shift()
  if (!chain) return
  const answer = await refresh(visitor(fixture.baseUrl), chain.client, chain.token).catch(
    (error) => {
      tally.chains.splice(tally.chains.indexOf(chain), 1)
      tally.doubtful.push(chain)
      throw error
    },
  )
  if (!isAnswered(answer, tally, 'a refresh token that was answered')) {
    tally.chains.splice(tally.chains.indexOf(chain), 1)
    return
  }
  tally.counts.refresh++
  chain.spent = chain.token
  chain.token = answer.body.refresh_token ?? ''
  chain.since = performance.now()
  own.push(chain)
  await verify(fixture, answer, tally)
  const authorization = `Bearer ${answer.body.access_token}`
  const response = await visitor(fixture.baseUrl).fetch('/userinfo', { headers: { authorization } })
  const body = await response.text()
  if (response.status !== 200) tally.failures.push(`userinfo: ${response.status} ${body}`)
  else tally.counts.userinfo++
}

/** Presents a chain's token twice concurrently. The replay revokes the tokens that the other request received. */
async function endByContest(fixture: Fixture, tally: Tally, own: Chain[]): Promise<void> {
  const chain = own.shift()
  if (!chain) return
  tally.chains.splice(tally.chains.indexOf(chain), 1)
  const present = (server: RemoteServer) => refresh(server, chain.client, chain.token)
  tally.contests.push(await contest(fixture, 'refresh token', present))
}

async function contest(
  { baseUrl, servers }: Fixture,
  what: Contest['what'],
  present: (server: RemoteServer) => Promise<TokenAnswer>,
): Promise<Contest> {
  const first = Math.floor(Math.random() * servers)
  const places = [first, (first + 1) % servers].map((place) => visitor(baseUrl, { first: place }))
  const outcomes = await Promise.allSettled(places.map(present))
  const statuses = outcomes.map((one) => (one.status === 'fulfilled' ? one.value.status : null))
  const won = statuses.filter((status) => status === 200).length
  return { what, won, cut: statuses.includes(null) }
}

async function clientToken(fixture: Fixture, tally: Tally): Promise<string> {
  const fields = { grant_type: 'client_credentials', scope: 'authserver:manage' }
  const answer = await requestToken(visitor(fixture.baseUrl), fixture.client, fields)
  if (!isAnswered(answer, tally, 'client credentials')) return ''
  tally.counts.clientToken++
  await verify(fixture, answer, tally)
  return answer.body.access_token ?? ''
}

async function administer(fixture: Fixture, tally: Tally): Promise<void> {
  const authorization = `Bearer ${await clientToken(fixture, tally)}`
  const path = '/api/v1/admin/users/search?query=example.org&size=5'
  const response = await visitor(fixture.baseUrl).fetch(path, { headers: { authorization } })
  const body = await response.text()
  if (response.status !== 200) tally.failures.push(`users: ${response.status} ${body}`)
  else tally.counts.admin++
}

/** Verifies an access token with the currently published keys of any server. */
async function verify(fixture: Fixture, { body }: TokenAnswer, tally: Tally): Promise<void> {
  try {
    const published = await visitor(fixture.baseUrl).fetch('/certs')
    const keys = createLocalJWKSet(JSON.parse(await published.text()))
    await jwtVerify(body.access_token ?? '', keys, { issuer, typ: 'at+jwt' })
    tally.counts.verified++
  } catch (error) {
    if (error instanceof CutError) throw error
    tally.failures.push(`an access token does not verify: ${error}`)
  }
}

function isAnswered({ status, body }: TokenAnswer, tally: Tally, what: string): boolean {
  if (status === 200) return true
  tally.failures.push(`${what}: ${status} ${JSON.stringify(body)}`)
  return false
}
