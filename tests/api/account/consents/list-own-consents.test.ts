import { describe, expect, test } from 'vitest'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'

const { store, person } = await fixture()

describe('200', () => {
  test('what one approved, the oldest first, and nobody else’s', async () => {
    const { user, token, ask } = await person()
    const client = await aClient(store, { description: 'A calendar' })
    const { id } = await store.consents.save(user.id, client.id, 'openid email', testStart)
    await store.consents.save((await aUser(store)).id, client.id, 'openid', testStart)
    const { body } = await ask<{ consents: unknown[] }>('GET', '/consents')
    expect(body.consents).toMatchObject([
      { clientIdentifier: token.client.clientIdentifier },
      {
        id,
        clientId: client.id,
        userId: user.id,
        scope: 'openid email',
        grantedAt: testStart.toISOString(),
        clientIdentifier: client.clientIdentifier,
        clientDescription: 'A calendar',
      },
    ])
  })
})
