import { describe, expect, test } from 'vitest'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../users/fixture.ts'

const { ask, store, rulesOf } = await fixture()
const rules = rulesOf('GET', '/consents')

describe('200', () => {
  test('what the user approved, the oldest first, with the client', async () => {
    const user = await aUser(store)
    const clients = [await aClient(store, { description: 'Sells boats' }), await aClient(store)]
    for (const client of clients) {
      await store.consents.save(user.id, client.id, 'openid email', testStart)
    }
    const { body } = await ask<{ consents: object[] }>('GET', `/users/${user.id}/consents`)
    expect(body.consents).toHaveLength(2)
    expect(body.consents[0]).toEqual({
      id: expect.any(Number),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      grantedAt: testStart.toISOString(),
      clientId: clients[0]?.id,
      userId: user.id,
      scope: 'openid email',
      clientIdentifier: clients[0]?.clientIdentifier,
      clientDescription: 'Sells boats',
    })
  })

  test('none', async () => {
    const user = await aUser(store)
    expect((await ask('GET', `/users/${user.id}/consents`)).body).toEqual({ consents: [] })
  })
})

describe('400', () => rules.refusesMalformedIds())

describe('404', () => rules.refusesUnknownIds())
