import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refresh } from '#tests/support/oauth.ts'
import { makeFixture, rotateKeys } from './fixture.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { startLoad } from './load.ts'
import { note } from './notes.ts'
import type { Tally } from './tally.ts'
import { visitor } from './visitor.ts'

let fleet: Fleet
let tally: Tally

/** The server that is killed, and the one that is restarted gracefully. */
const killed = 1
const restarted = 2

beforeAll(async () => {
  fleet = await startFleet(3)
  const fixture = await makeFixture(fleet, 6)
  const load = startLoad(fixture)
  const begun = performance.now()
  await sleep(3_000)
  await rotateKeys(fixture, fleet.at(0))
  const rotatedAt = performance.now()
  await fleet.servers[killed]?.end('SIGKILL')
  await sleep(1_500)
  await fleet.servers[killed]?.startAgain()
  await load.everyChainHasMovedSince(rotatedAt)
  await rotateKeys(fixture, fleet.at(0))
  for (let i = 0; i < 2; i++) {
    await fleet.servers[restarted]?.end('SIGTERM')
    await fleet.servers[restarted]?.startAgain()
    await sleep(1_000)
  }
  tally = await load.stop()
  const seconds = Math.round((performance.now() - begun) / 1000)
  const requests = fleet.balancer.answered.reduce((sum, one) => sum + one, 0)
  const { contests, chains, doubtful } = tally
  const twice = contests.filter(({ won }) => won > 1).length
  note(
    `  ${requests} requests in ${seconds} s by three processes (${fleet.balancer.answered.join(', ')}), ` +
      `1 killed, 2 restarts, 2 key rotations: ${tally.cut} cut by the kill, ` +
      `${fleet.balancer.passedOn()} passed on, ${contests.length} presented twice, ` +
      `${twice} worked twice, ${chains.length} tokens alive, ${doubtful.length} in doubt`,
  )
  note(`  ${JSON.stringify(tally.counts)}`)
})
afterAll(() => fleet?.close())

describe('three processes under mixed load, keys rotated, one killed, one restarted twice', () => {
  test('did a good deal of everything', () => {
    for (const count of Object.values(tally.counts)) expect(count).toBeGreaterThan(20)
    for (const count of fleet.balancer.answered) expect(count).toBeGreaterThan(50)
    expect(fleet.balancer.passedOn()).toBeGreaterThan(0)
  })

  test('answered everything as it must be, with tokens that the published keys verify', () => {
    expect(tally.failures.slice(0, 5)).toEqual([])
  })

  test('lost requests by the kill only', () => {
    const others = fleet.balancer.cut.filter((_, index) => index !== killed)
    expect(others).toEqual([0, 0])
  })

  test.each(['code', 'refresh token'] as const)('no %s worked twice', (kind) => {
    const contests = tally.contests.filter(({ what }) => what === kind)
    expect(contests.length).toBeGreaterThan(3)
    for (const { won, cut } of contests) {
      expect(won).toBeLessThanOrEqual(1)
      if (!cut) expect(won).toBe(1)
    }
  })

  test('every refresh token that was answered works, exactly once', async () => {
    const first = await Promise.all(tally.chains.map((chain, i) => present(chain, i)))
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 200))
    const second = await Promise.all(tally.chains.map((chain, i) => present(chain, i + 1)))
    expect(second.map(({ body }) => body.error)).toEqual(second.map(() => 'invalid_grant'))
  })

  test('a refresh token whose answer was cut off works once at most', async () => {
    for (const chain of tally.doubtful) {
      const answers = await Promise.all([0, 1, 2].map((index) => present(chain, index)))
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    }
  })
})

/** Presents a chain's newest token at one of the servers. */
function present({ client, token }: Tally['chains'][number], first: number) {
  const { baseUrl } = fleet.balancer
  return refresh(visitor(baseUrl, { first: first % fleet.servers.length }), client, token)
}
