import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/base/time/clock.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'

interface Listed {
  readonly sessions: readonly (Record<string, unknown> & { readonly id: number })[]
}

const { store, person } = await fixture()

describe('200', () => {
  test('one’s own sessions, the last used one first, the own one marked', async () => {
    const { user, token, ask } = await person()
    const client = await aClient(store)
    const earlier = await aSession(store, user, [client], {
      lastAccessed: addSeconds(testStart, -60),
    })
    await aSession(store, await aUser(store))
    const { body } = await ask<Listed>('GET', '/sessions')
    expect(body.sessions).toMatchObject([
      {
        userId: user.id,
        isValid: true,
        isCurrent: true,
        authMethods: 'pwd',
        clientIdentifiers: [token.client.clientIdentifier],
      },
      {
        id: earlier.id,
        isCurrent: false,
        clientIdentifiers: [client.clientIdentifier],
        applications: [{ clientIdentifier: client.clientIdentifier, unverified: false }],
      },
    ])
    expect(JSON.stringify(body)).not.toMatch(/cookie|hash/i)
  })

  test('none that may not be used any more', async () => {
    const { user, ask } = await person()
    await aSession(store, user, [], { lastAccessed: addSeconds(testStart, -1_000_000) })
    await aSession(store, user, [], { started: addSeconds(testStart, -1_000_000_000) })
    await aSession(store, user, [], { authStateGeneration: user.authStateGeneration + 1 })
    expect((await ask<Listed>('GET', '/sessions')).body.sessions).toHaveLength(1)
  })
})
