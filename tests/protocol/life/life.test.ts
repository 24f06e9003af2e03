import fc from 'fast-check'
import { test } from 'vitest'
import { apiClient } from '#tests/support/api.ts'
import { testProvider } from '#tests/support/databases.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { lifetimes } from './model.ts'
import { World } from './world.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
await app.changeSettings({ tokenExpirationInSeconds: 160_000_000 })
const manager = await apiClient(app, ['manage'])
await app.changeSettings({
  tokenExpirationInSeconds: lifetimes.access,
  userSessionIdleTimeoutInSeconds: lifetimes.sessionIdle,
  userSessionMaxLifetimeInSeconds: lifetimes.session,
  refreshTokenOfflineIdleTimeoutInSeconds: lifetimes.offlineIdle,
  refreshTokenOfflineMaxLifetimeInSeconds: lifetimes.offline,
})

/** Possible deeds, repeated by their weight. */
const deeds = [
  ...Array<'authorize'>(8).fill('authorize'),
  ...Array<'refresh'>(8).fill('refresh'),
  ...Array<'wait'>(4).fill('wait'),
  ...(['redeem', 'redeem', 'signOut', 'signOut', 'signOut', 'signOutEverywhere'] as const),
  ...(['endSession', 'setPassword', 'disable', 'enable'] as const),
] as const

/** Index of the first or the second. */
const one = fc.constantFrom(0, 1)
/** A deed with the union of all arguments; each deed uses its own. */
const step = fc.record({
  deed: fc.constantFrom(...deeds),
  at: fc.record({ place: one, person: one, client: one }),
  isOffline: fc.boolean(),
  prompt: fc.constantFrom('', '', '', 'login'),
  /** Offset from the newest. */
  back: fc.constantFrom(0, 0, 0, 1, 2, 5),
  isOdd: fc.nat(7).map((number) => number === 1),
  seconds: fc.constantFrom(1, 59, 60, 61, 299, 300, 500, 700, 1_000),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take(world: World, { deed, at, back, isOdd, ...drawn }: Step): Promise<unknown> {
  const { codes, refreshTokens, sessions } = world.model
  const [place, person] = [world.places[at.place], world.people[at.person]]
  const client = world.clients[at.client]
  const code = codes.at(-1 - back)
  switch (deed) {
    case 'authorize': {
      const issued = await world.authorize(place, person, client, drawn)
      return issued && !isOdd && world.redeem(issued)
    }
    case 'redeem':
      return code && world.redeem(code)
    case 'refresh': {
      const token = refreshTokens.filter(({ state }) => isOdd || state !== 'spent').at(-1 - back)
      return token && world.refresh(token)
    }
    case 'signOut':
      return code && world.signOut(code.grant, isOdd)
    case 'signOutEverywhere':
      return world.signOutEverywhere(place)
    case 'endSession': {
      const session = sessions.at(-1 - back)
      return session && world.endSession(session)
    }
    case 'setPassword':
      return world.setPassword(person)
    case 'disable':
    case 'enable':
      return world.setEnabled(person, deed === 'enable')
    case 'wait':
      return world.wait(drawn.seconds)
  }
}

/** Each database lives lives of its own. */
const seeds = { sqlite: 1, postgresql: 2 }

test('sessions, codes and tokens live as specified, whatever is done in whatever order', async () => {
  const life = fc.array(step, { maxLength: 60, size: 'max' })
  const property = fc.asyncProperty(life, async (steps) => {
    const users = [await aUser(app.store), await aUser(app.store)] as const
    const clients = [await aClient(app.store), await aClient(app.store)] as const
    const world = new World(manager, users, clients)
    for (const taken of steps) {
      await take(world, taken)
      await world.look(world.people[taken.at.person])
    }
  })
  await fc.assert(property, { numRuns: 13, seed: seeds[testProvider()], endOnFailure: true })
}, 120_000)
