import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient, aResource } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal, manager, granular, promote, entriesOf, ...rest } = await fixture()
await aResource(store, 'tasks', ['read', 'write'])

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/restrictions`
const stored = async ({ id }: { readonly id: number }) =>
  (await store.clients.findById(id))?.allowedScopes

describe('200', () => {
  test('saves the list, and records the one before and the one after', async () => {
    const client = await aClient(store, { allowedScopes: 'openid' })
    const allowedScopes = ['openid', 'offline_access', 'tasks:*', 'authserver:manage']
    const written = await entriesOf(async () => {
      const { status, body } = await ask<object>('PUT', pathOf(client), {
        allowedScopes,
        expectedAllowedScopes: ['openid'],
      })
      const unchanged = {
        pushedRequestsRequired: false,
        dpopRequired: false,
        deviceGrantEnabled: false,
      }
      expect([status, body]).toEqual([200, { allowedScopes, ...unchanged }])
    })
    expect(await stored(client)).toBe(allowedScopes.join(' '))
    expect(written).toEqual([
      {
        event: 'updated_client_restrictions',
        details: {
          clientId: client.id,
          loggedInUser: manager.client.clientIdentifier,
          old: { allowedScopes: 'openid' },
          new: { allowedScopes: allowedScopes.join(' ') },
        },
      },
    ])
  })

  test('an absent list stays, null allows any scope, and the same list is no event', async () => {
    const client = await aClient(store, { allowedScopes: 'openid' })
    const written = await entriesOf(async () => {
      await ask('PUT', pathOf(client), {})
      await ask('PUT', pathOf(client), { allowedScopes: ['openid'] })
    })
    expect([await stored(client), written]).toEqual(['openid', []])
    await ask('PUT', pathOf(client), { allowedScopes: null })
    expect(await stored(client)).toBeNull()
  })

  test.each(['pushedRequestsRequired', 'dpopRequired', 'deviceGrantEnabled'] as const)(
    'the switch %s, and nothing of it when it stays',
    async (name) => {
      const client = await aClient(store)
      const written = await entriesOf(async () => {
        const { body } = await ask<object>('PUT', pathOf(client), { [name]: true })
        const off = {
          pushedRequestsRequired: false,
          dpopRequired: false,
          deviceGrantEnabled: false,
        }
        expect(body).toEqual({ allowedScopes: null, ...off, [name]: true })
        await ask('PUT', pathOf(client), { [name]: null })
      })
      expect(written.map(({ details }) => details)).toEqual([
        {
          clientId: client.id,
          loggedInUser: manager.client.clientIdentifier,
          old: { [name]: false },
          new: { [name]: true },
        },
      ])
    },
  )

  test('the console’s client is written back', async () => {
    const path = pathOf(await rest.console())
    expect((await ask('PUT', path, { allowedScopes: null })).status).toBe(200)
  })
})

describe('400', () => {
  test.each(brokenBodies)('the body %j', async (sent) => {
    const path = pathOf(await aClient(store))
    expect(await refusal('PUT', path, sent)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf({ id } as never), {})).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(['OpenID', '', 'tasks:delete', 'tasks', '*'])('the scope %j', async (scope) => {
    const client = await aClient(store)
    expect(await refusal('PUT', pathOf(client), { allowedScopes: [scope] })).toEqual([
      400,
      'validator.protocol.scope',
    ])
  })

  test('a list for the console’s client', async () => {
    const path = pathOf(await rest.console())
    const list = { allowedScopes: ['openid'] }
    expect(await refusal('PUT', path, list)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(['dpopRequired', 'pushedRequestsRequired'])(
    'what the console’s own sign-in would not meet: %s',
    async (name) => {
      const client = await rest.console()
      const path = pathOf(client)
      expect(await refusal('PUT', path, { [name]: true })).toEqual([400, 'VALIDATION_ERROR'])
      expect(await store.clients.findById(client.id)).toMatchObject({ [name]: false })
      expect((await ask('PUT', path, { [name]: false })).status).toBe(200)
    },
  )
})

describe('403', () => {
  test('a granular token, for an administrator client', async () => {
    const client = await aClient(store)
    await promote(client)
    const refused = call(granular, 'PUT', pathOf(client), { allowedScopes: ['openid'] })
    expect(await outcome(refused)).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await stored(client)).toBeNull()
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s', async (id) => {
    expect(await refusal('PUT', pathOf({ id } as never), {})).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test.each([
    [null, ['openid']],
    ['openid', null],
    ['openid', []],
    ['', null],
  ])('stored %j, last read as %j', async (allowedScopes, expected) => {
    const client = await aClient(store, { allowedScopes })
    const sent = { allowedScopes: ['email'], expectedAllowedScopes: expected }
    expect(await refusal('PUT', pathOf(client), sent)).toEqual([409, 'CONCURRENT_UPDATE'])
    expect(await stored(client)).toBe(allowedScopes)
  })
})
