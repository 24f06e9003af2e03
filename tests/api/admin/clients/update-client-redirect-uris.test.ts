import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { redeem, signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { theOneOfFifty } from '../one-save.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal, manager, granular, entries, lastEntries, console, promote } =
  await fixture()

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/redirect-uris`
const first = 'https://client.example/callback'

async function storedUris({ id }: { readonly id: number }): Promise<string[]> {
  return ((await store.clients.findById(id))?.redirectUris ?? []).map((row) => row.uri)
}

describe('400 for a scheme of the system or the browser, which the refusal names', () => {
  test.each([
    'file:///tmp/cb',
    'ms-word:x',
    'CHROME://settings',
    'ftp://x/cb',
    'itms-services://x',
  ])('%s', async (uri) => {
    const client = await aClient(store)
    const { status, body } = await ask('PUT', pathOf(client), { redirectURIs: [uri] })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(uri)
  })
})

describe('200', () => {
  test('every shape of the addresses of a native application is kept as typed', async () => {
    const typed = [
      'app.example:/',
      'app.example:///cb',
      'com.example.app:/cb?x=1',
      'https://app.example/cb',
    ]
    const client = await aClient(store, { isPublic: true, kind: 'native' })
    const { status } = await ask('PUT', pathOf(client), { redirectURIs: typed })
    expect(status).toBe(200)
    expect((await storedUris(client)).toSorted()).toEqual(typed.toSorted())
  })

  test('adds and removes; what stays keeps its id and its time', async () => {
    const client = await aClient(store, { redirectUris: [first, 'https://old.example/'] })
    const { status, body } = await ask('PUT', pathOf(client), {
      redirectURIs: ['  https://new.example/cb?a=b ', first],
      expectedRedirectURIs: [' https://old.example/ ', first, first],
    })
    expect(status).toBe(200)
    const [kept, added] = body.client.redirectURIs ?? []
    expect(kept).toEqual({
      id: client.redirectUris[0]?.id,
      createdAt: client.redirectUris[0]?.createdAt.toISOString(),
      uri: first,
      clientId: client.id,
    })
    expect(added?.uri).toBe('https://new.example/cb?a=b')
    expect(body.client.redirectURIs).toHaveLength(2)
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_redirect_uris',
        details: { clientId: client.id, loggedInUser: manager.client.clientIdentifier },
      },
    ])
  })

  test('a scheme of the system that is stored may be written back', async () => {
    const client = await aClient(store, { redirectUris: ['file:///tmp/cb', first] })
    const { status } = await ask('PUT', pathOf(client), { redirectURIs: [first, 'file:///tmp/cb'] })
    expect(status).toBe(200)
    expect((await storedUris(client)).sort()).toEqual(['file:///tmp/cb', first].sort())
  })

  test('an empty or absent list removes them all', async () => {
    for (const sent of [{ redirectURIs: [] }, { redirectURIs: null }, {}]) {
      const client = await aClient(store)
      const { status, body } = await ask('PUT', pathOf(client), sent)
      expect([status, body.client.redirectURIs]).toEqual([200, []])
    }
  })

  test.each([
    ['com.example.app:/callback'],
    ['myapp://cb'],
    ['HTTPS://Client.Example/CB'],
    ['http://[::1]:5000/cb'],
    ['https://client.example'],
    ['https://client.example/%2Fa?b=%20c'],
    ['https://client.example/'.padEnd(2_048, 'x')],
  ])('%s is stored as it is', async (uri) => {
    const { status, body } = await ask('PUT', pathOf(await aClient(store)), {
      redirectURIs: [uri],
    })
    expect([status, body.client.redirectURIs?.map((row) => row.uri)]).toEqual([200, [uri]])
  })

  test('200 of them', async () => {
    const redirectURIs = Array.from({ length: 200 }, (_, i) => `https://a.example/${i}`)
    const { status, body } = await ask('PUT', pathOf(await aClient(store)), { redirectURIs })
    expect([status, body.client.redirectURIs?.length]).toEqual([200, 200])
  })

  test('by the implicit flow alone, its own or that of the settings', async () => {
    const flows = { authorizationCodeEnabled: false }
    const own = await aClient(store, { ...flows, implicitGrantEnabled: true })
    const inherits = await aClient(store, flows)
    const refuses = await aClient(store, { ...flows, implicitGrantEnabled: false })
    const save = (client: TestClient) =>
      refusal('PUT', pathOf(client), { redirectURIs: ['https://new.example/'] })
    expect((await save(own))[0]).toBe(200)
    expect((await save(inherits))[0]).toBe(400)
    await app.changeSettings({ implicitFlowEnabled: true })
    expect((await save(inherits))[0]).toBe(200)
    expect((await save(refuses))[0]).toBe(400)
    await app.changeSettings({ implicitFlowEnabled: false })
  })

  test('a code for an address that was taken away is not redeemed', async () => {
    const client = await aClient(store)
    const signedIn = await signIn(app, client, await aUser(store))
    await ask('PUT', pathOf(client), { redirectURIs: [] })
    expect((await redeem(app, client, signedIn)).body.error).toBe('invalid_grant')
    expect((await entries()).at(-1)?.event).toBe('redemption_refused_redirect_uri')
  })

  test('those of the console’s client, with the widest scope', async () => {
    const client = await console()
    const redirectURIs = [...client.redirectUris.map((row) => row.uri), 'https://more.example/cb']
    expect((await ask('PUT', pathOf(client), { redirectURIs })).status).toBe(200)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/redirect-uris`, {})).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test.each([
    ...brokenBodies,
    { redirectURIs: first },
    { redirectURIs: [7] },
    { redirectURIs: [null] },
    { redirectURIs: [`${first}\u0000`] },
    { redirectURIs: [first], expectedRedirectURIs: first },
    { redirectURIs: [first], expectedRedirectURIs: [7] },
  ])('the body %j', async (body) => {
    expect(await refusal('PUT', pathOf(await aClient(store)), body)).toEqual([
      400,
      'INVALID_REQUEST_BODY',
    ])
  })

  test.each([
    [['']],
    [['   ']],
    [['/callback']],
    [['//client.example/callback']],
    [['client.example/callback']],
    [['https:client.example']],
    [['https:///callback']],
    [['https://client.example:65536/']],
    [['http://999.0.0.1/callback']],
    [['https://client.example/#']],
    [['https://client.example/#x']],
    [['https://client.example/%zz']],
    [['https://client.example/a b']],
    [['https://client.example/\u00e9']],
    [['javascript:alert(1)']],
    [['data:text/html,x']],
    [['https://client.example/'.padEnd(2_049, 'x')]],
    [[first, first]],
    [[first, ` ${first} `]],
    [Array.from({ length: 201 }, (_, i) => `https://a.example/${i}`)],
  ])('%j is refused and nothing is saved', async (redirectURIs) => {
    const client = await aClient(store)
    expect(await refusal('PUT', pathOf(client), { redirectURIs })).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
    expect(await storedUris(client)).toEqual([first])
  })

  test.each([
    ['https://münchen.example/cb', 'only ASCII: write https://xn--mnchen-3ya.example/cb'],
    ['https://client.example/größe', 'only ASCII: write https://client.example/gr%C3%B6%C3%9Fe'],
    ['https://例え.jp', 'only ASCII: write https://xn--r8jz45g.jp'],
    ['/größe', 'only ASCII.'],
    ['https://app.example.com/a b', 'may hold no blank'],
    ['https://app.example.com/a\u00a0b', 'may hold no blank'],
    ['https://app.example.com/\tb', 'may hold no blank'],
    ['https://app.example.com/#x', 'must be an absolute URI without a fragment'],
  ])('%j is told what is wrong: %s', async (uri, sentence) => {
    const client = await aClient(store)
    const { body } = await ask<{ error_description: string }>('PUT', pathOf(client), {
      redirectURIs: [first, uri],
    })
    expect(body.error_description).toContain(sentence)
  })

  test.each([
    ['another one', [first, 'https://new.example/']],
    ['none of those that it has', []],
    ['one in another spelling', [first.toUpperCase()]],
  ])('a client without a flow that uses them and %s', async (_, redirectURIs) => {
    const client = await aClient(store, { authorizationCodeEnabled: false })
    const answer = await refusal('PUT', pathOf(client), { redirectURIs })
    expect(answer).toEqual([400, 'VALIDATION_ERROR'])
    expect(await storedUris(client)).toEqual([first])
  })
})

describe('403', () => {
  test('a granular scope and an administrator client, before any conflict', async () => {
    const client = await aClient(store)
    await promote(client)
    const body = { redirectURIs: ['https://evil.example/'], expectedRedirectURIs: [] }
    expect(await outcome(call(granular, 'PUT', pathOf(client), body))).toEqual([
      403,
      'MANAGE_SCOPE_REQUIRED',
    ])
    expect(await storedUris(client)).toEqual([first])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, before the body is read', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/redirect-uris`, 'x')).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test.each([[[]], [['https://client.example/Callback']], [[first, 'https://other.example/']]])(
    'the list was expected to be %j',
    async (expectedRedirectURIs) => {
      const client = await aClient(store)
      const before = (await entries()).length
      const body = { redirectURIs: ['https://new.example/'], expectedRedirectURIs }
      expect(await refusal('PUT', pathOf(client), body)).toEqual([409, 'CONCURRENT_UPDATE'])
      expect(await storedUris(client)).toEqual([first])
      expect(await entries()).toHaveLength(before)
    },
  )

  test('of fifty that read the same list exactly one saves', async () => {
    const client = await aClient(store)
    const urisOf = (i: number) => [first, `https://writer.example/${i}`]
    const saved = await theOneOfFifty((i) => {
      const body = { redirectURIs: urisOf(i), expectedRedirectURIs: [first] }
      return refusal('PUT', pathOf(client), body)
    })
    expect(await storedUris(client)).toEqual(urisOf(saved))
  })

  test('fifty that compare nothing all save, and one list remains', async () => {
    const client = await aClient(store)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        refusal('PUT', pathOf(client), {
          redirectURIs: ['https://writer.example/all', `https://writer.example/${i}`],
        }),
      ),
    )
    expect(new Set(answers.map(String))).toEqual(new Set(['200,']))
    const stored = await storedUris(client)
    expect(stored).toHaveLength(2)
    expect(stored).toContain('https://writer.example/all')
  })
})
