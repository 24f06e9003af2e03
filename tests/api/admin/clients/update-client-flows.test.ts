import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aPublicClient, aUser } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { store, ask, refusal, manager, granular, lastEntries, console, promote } = await fixture()

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/oauth2-flows`
const inherited = [
  'pkceRequired',
  'implicitGrantEnabled',
  'resourceOwnerPasswordCredentialsEnabled',
]

describe('200', () => {
  test('switches the flows; what hangs on them stays', async () => {
    const client = await aClient(store)
    const { refreshToken } = await aStoredGrant(store, await aUser(store), client)
    const { status, body } = await ask('PUT', pathOf(client), {
      authorizationCodeEnabled: false,
      clientCredentialsEnabled: true,
    })
    expect(status).toBe(200)
    expect(body.client).toMatchObject({
      authorizationCodeEnabled: false,
      clientCredentialsEnabled: true,
    })
    expect(body.client.redirectURIs).toHaveLength(1)
    expect((await store.refreshTokens.findByJti(refreshToken.jti))?.revoked).toBe(false)
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_client_oauth2_flows',
        details: { clientId: client.id, loggedInUser: manager.client.clientIdentifier },
      },
    ])
  })

  test.each([
    ['authorizationCodeEnabled', false],
    ['authorizationCodeEnabled', true],
    ['clientCredentialsEnabled', false],
    ['pkceRequired', false],
    ['implicitGrantEnabled', true],
    ['resourceOwnerPasswordCredentialsEnabled', null],
  ])('%s alone, %s: the other four stay as they are', async (field, value) => {
    const flows = {
      authorizationCodeEnabled: true,
      clientCredentialsEnabled: true,
      pkceRequired: true,
      implicitGrantEnabled: false,
      resourceOwnerPasswordCredentialsEnabled: false,
    }
    const client = await aClient(store, flows)
    const { status, body } = await ask('PUT', pathOf(client), { [field]: value })
    expect(status).toBe(200)
    expect(body.client).toMatchObject({ ...flows, [field]: value })
  })

  test('a flow that is off stays off when it is absent', async () => {
    const client = await aClient(store, {
      authorizationCodeEnabled: false,
      clientCredentialsEnabled: false,
    })
    const { body } = await ask('PUT', pathOf(client), { pkceRequired: false })
    expect(body.client).toMatchObject({
      authorizationCodeEnabled: false,
      clientCredentialsEnabled: false,
    })
  })

  test('the code flow of the console’s client stays when only another flow is sent', async () => {
    const client = await console()
    expect((await ask('PUT', pathOf(client), { pkceRequired: null })).status).toBe(200)
    expect((await console()).authorizationCodeEnabled).toBe(true)
  })

  test.each(inherited)(
    '%s: null follows the settings, absent leaves it as it is',
    async (field) => {
      const client = await aClient(store)
      const save = async (value?: boolean | null) => {
        const { body } = await ask('PUT', pathOf(client), {
          authorizationCodeEnabled: true,
          ...(value === undefined ? {} : { [field]: value }),
        })
        return body.client[field as 'pkceRequired']
      }
      expect(await save(true)).toBe(true)
      expect(await save()).toBe(true)
      expect(await save(false)).toBe(false)
      expect(await save()).toBe(false)
      expect(await save(null)).toBeNull()
      expect(await save()).toBeNull()
    },
  )

  test('null is off where no setting can be followed', async () => {
    const { body } = await ask('PUT', pathOf(await aClient(store)), {
      authorizationCodeEnabled: null,
      clientCredentialsEnabled: null,
    })
    expect(body.client).toMatchObject({
      authorizationCodeEnabled: false,
      clientCredentialsEnabled: false,
    })
  })

  test('a public client never gets client credentials and always needs PKCE', async () => {
    const client = await aPublicClient(store)
    const { status, body } = await ask('PUT', pathOf(client), {
      authorizationCodeEnabled: true,
      clientCredentialsEnabled: true,
      pkceRequired: false,
    })
    expect(status).toBe(200)
    expect(body.client).toMatchObject({ clientCredentialsEnabled: false, pkceRequired: true })
  })

  test('nor does one that becomes public at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const client = await aClient(store)
      const flows = { clientCredentialsEnabled: true, pkceRequired: false }
      await Promise.all([
        ask('PUT', pathOf(client), flows),
        ask('PUT', `/clients/${client.id}/authentication`, { isPublic: true }),
        ask('PUT', pathOf(client), flows),
      ])
      expect(await store.clients.findById(client.id)).toMatchObject({
        isPublic: true,
        clientCredentialsEnabled: false,
        pkceRequired: true,
      })
    }
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/oauth2-flows`, {})).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test.each([
    ...brokenBodies,
    { authorizationCodeEnabled: 'true' },
    { clientCredentialsEnabled: 0 },
    { pkceRequired: '' },
    { implicitGrantEnabled: 'null' },
    { resourceOwnerPasswordCredentialsEnabled: {} },
  ])('the body %j', async (body) => {
    expect(await refusal('PUT', pathOf(await aClient(store)), body)).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ])
  })

  test('taking the code flow from the console’s client', async () => {
    const client = await console()
    const body = { authorizationCodeEnabled: false, clientCredentialsEnabled: true }
    expect(await refusal('PUT', pathOf(client), body)).toEqual([400, 'VALIDATION_ERROR'])
    expect((await console()).authorizationCodeEnabled).toBe(true)
  })
})

describe('403', () => {
  test('a granular scope and an administrator client', async () => {
    const client = await aClient(store)
    await promote(client)
    expect(await outcome(call(granular, 'PUT', pathOf(client), {}))).toEqual([
      403,
      'MANAGE_SCOPE_REQUIRED',
    ])
    expect((await store.clients.findById(client.id))?.authorizationCodeEnabled).toBe(true)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, before the body is read', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/oauth2-flows`, 'x')).toEqual([404, 'NOT_FOUND'])
  })
})
