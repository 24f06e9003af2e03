import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient, type TestClient } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { expectRefusedChange } from '../refused-change.ts'
import { type Client, fixture } from './fixture.ts'

const { store, ask, refusal, manager, granular, lastEntries, console, promote } = await fixture()

const body = (client: Pick<TestClient, 'clientIdentifier'>, changes: object = {}) => ({
  clientIdentifier: client.clientIdentifier,
  enabled: true,
  ...changes,
})

describe('200', () => {
  test('saves every setting and nothing else', async () => {
    const client = await aClient(store, { pkceRequired: false, tokenExpirationInSeconds: 77 })
    const settings = {
      clientIdentifier: 'renamed-client',
      description: ' What it does ',
      displayName: ' Name ',
      websiteUrl: ' https://shop.example/a?b=c ',
      enabled: true,
      consentRequired: true,
      showLogo: true,
      showDisplayName: true,
      showDescription: true,
      showWebsiteUrl: true,
      defaultAcrLevel: 'urn:authserver:level2_mandatory',
    }
    const before = await ask('GET', `/clients/${client.id}`)
    const { status, body } = await ask('PUT', `/clients/${client.id}`, {
      ...settings,
      administrativeScopesAllowed: true,
      createdViaDcr: true,
      isSystemLevelClient: true,
      isPublic: true,
      clientCredentialsEnabled: false,
    })
    expect(status).toBe(200)
    expect(body.client).toEqual({
      ...before.body.client,
      ...settings,
      description: 'What it does',
      displayName: 'Name',
      websiteUrl: 'https://shop.example/a?b=c',
      updatedAt: expect.any(String),
    })
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_client_settings',
        details: { clientId: client.id, loggedInUser: manager.client.clientIdentifier },
      },
    ])
  })

  test.each(['HTTPS://Shop.example', 'https://x.example/'.padEnd(256, 'a')])(
    'the website %s is taken as it is',
    async (websiteUrl) => {
      const client = await aClient(store)
      const { body: answer } = await ask(
        'PUT',
        `/clients/${client.id}`,
        body(client, { websiteUrl }),
      )
      expect(answer.client.websiteUrl).toBe(websiteUrl)
    },
  )

  test('is a full replacement: what is left out is empty or off', async () => {
    const client = await aClient(store, { description: 'x', showLogo: true, enabled: true })
    const { body: answer } = await ask('PUT', `/clients/${client.id}`, {
      clientIdentifier: client.clientIdentifier,
    })
    expect(answer.client).toMatchObject({ description: '', showLogo: false, enabled: false })
  })

  test('an empty ACR level keeps the stored one', async () => {
    const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })
    const { body: answer } = await ask('PUT', `/clients/${client.id}`, body(client))
    expect(answer.client.defaultAcrLevel).toBe('urn:authserver:level2_optional')
  })

  test('a save without an ACR level does not undo one that is saved at the same time', async () => {
    const mandatory = { defaultAcrLevel: 'urn:authserver:level2_mandatory' }
    for (let round = 0; round < 10; round++) {
      const client = await aClient(store)
      const path = `/clients/${client.id}`
      const [raised, other] = await Promise.all([
        ask('PUT', path, body(client, mandatory)),
        ask('PUT', path, body(client, round % 2 === 0 ? {} : { defaultAcrLevel: '' })),
      ])
      expect([raised.status, other.status]).toEqual([200, 200])
      expect(await store.clients.findById(client.id)).toMatchObject(mandatory)
    }
  })

  test('an identifier that stays is not looked at', async () => {
    const clientIdentifier = 'dcr_0f8fad5b-d9cb-469f-a165-70867728950e'
    const client = await aClient(store, { clientIdentifier, createdViaDcr: true })
    const answer = await ask('PUT', `/clients/${client.id}`, body(client, { displayName: 'x' }))
    expect([answer.status, answer.body.client.displayName]).toEqual([200, 'x'])
  })

  test('an ordinary client needs no more than the scope of the domain', async () => {
    const client = await aClient(store)
    expect((await call(granular, 'PUT', `/clients/${client.id}`, body(client))).status).toBe(200)
  })

  test('of many that rename to one identifier exactly one succeeds', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => aClient(store)))
    const answers = await Promise.all(
      clients.map((client) =>
        refusal('PUT', `/clients/${client.id}`, { clientIdentifier: 'wanted', enabled: true }),
      ),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    const refused = answers.filter(([status]) => status !== 200)
    expect(new Set(refused.map(String))).toEqual(new Set(['400,VALIDATION_ERROR']))
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/clients/${id}`, {})).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each(brokenBodies)('the body %j', async (text) => {
    const { id } = await aClient(store)
    const [status, code] = await refusal('PUT', `/clients/${id}`, text)
    expect([status, code]).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    [{ clientIdentifier: '' }, 'VALIDATION_ERROR'],
    [{ clientIdentifier: 'ab' }, 'validator.identifier.too_short'],
    [{ clientIdentifier: 'a'.repeat(39) }, 'validator.identifier.too_long'],
    [{ clientIdentifier: 'a b' }, 'validator.identifier.invalid_format'],
    [
      { clientIdentifier: 'e5f92111-225d-460a-84e0-19c437b3a5a2' },
      'validator.identifier.invalid_format',
    ],
    [{ clientIdentifier: 'admin-console-client' }, 'VALIDATION_ERROR'],
    [{ description: 'x'.repeat(101) }, 'VALIDATION_ERROR'],
    [{ description: '<b>' }, 'validator.description.angle_brackets'],
    [{ displayName: 'x'.repeat(101) }, 'VALIDATION_ERROR'],
    [{ displayName: 'a\nb' }, 'VALIDATION_ERROR'],
    [{ displayName: '<b>' }, 'validator.display_name.angle_brackets'],
    [{ defaultAcrLevel: 'urn:authserver:level9' }, 'VALIDATION_ERROR'],
    [{ defaultAcrLevel: 'URN:authserver:level1' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'https://x.example/'.padEnd(257, 'a') }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'x.example' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: '/x' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'javascript:alert(1)' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'ftp://x.example' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'https:x.example' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'https://' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'https://x.example/a b' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'https://x.example/\n' + 'b' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'https://x.example/<b>' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'https://x.example/"b' }, 'VALIDATION_ERROR'],
    [{ websiteUrl: 'https://x.example:65536/' }, 'VALIDATION_ERROR'],
  ])('%j is refused and nothing is saved', async (changes, code) => {
    const client = await aClient(store)
    const before = await store.clients.findById(client.id)
    const answer = await refusal('PUT', `/clients/${client.id}`, body(client, changes))
    expect(answer).toEqual([400, code])
    expect(await store.clients.findById(client.id)).toEqual(before)
  })

  test('another ACR level while the code flow is off', async () => {
    const client = await aClient(store, { authorizationCodeEnabled: false })
    const level = { defaultAcrLevel: 'urn:authserver:level2_mandatory' }
    expect(await refusal('PUT', `/clients/${client.id}`, body(client, level))).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
    expect((await ask('PUT', `/clients/${client.id}`, body(client))).status).toBe(200)
  })

  test('renaming or disabling the console’s client', async () => {
    const client = await console()
    for (const changes of [{ clientIdentifier: 'other' }, { enabled: false }]) {
      expect(await refusal('PUT', `/clients/${client.id}`, body(client, changes))).toEqual([
        400,
        'VALIDATION_ERROR',
      ])
    }
    expect((await ask('PUT', `/clients/${client.id}`, body(client))).status).toBe(200)
  })

  test('renaming a client that registered itself', async () => {
    const client = await aClient(store, { createdViaDcr: true })
    const renamed = body(client, { clientIdentifier: 'my-own-name' })
    expect(await refusal('PUT', `/clients/${client.id}`, renamed)).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

describe('403', () => {
  test('a granular scope and an administrator client, after every fault of the body', async () => {
    const client = await aClient(store)
    await promote(client)
    const path = `/clients/${client.id}`
    const faulty = body(client, { displayName: '<' })
    expect((await outcome(call(granular, 'PUT', path, faulty)))[0]).toBe(400)
    await expectRefusedChange(granular, ['PUT', path, body(client, { displayName: 'x' })], {
      route: '/clients/{id}',
      ceiling: 'target',
      targetKind: 'client',
      targetId: client.id,
    })
    expect((await store.clients.findById(client.id))?.displayName).toBe('')
    expect((await call<{ client: Client }>(manager, 'PUT', path, body(client))).status).toBe(200)
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, before the body is read', async (id) => {
    expect(await refusal('PUT', `/clients/${id}`, 'x')).toEqual([404, 'NOT_FOUND'])
  })
})
