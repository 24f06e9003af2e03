import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient } from '#tests/support/people.ts'
import { brokenBodies, malformedIds, unknownIds } from '../fixture.ts'
import { theOneOfFifty } from '../one-save.ts'
import { fixture } from './fixture.ts'

const { app, store, ask, refusal, manager, granular, entries, lastEntries, promote } =
  await fixture()

const pathOf = ({ id }: { readonly id: number }) => `/clients/${id}/web-origins`
const first = 'https://spa.example'
const aSpa = () => aClient(store, { webOrigins: [first] })

async function storedOrigins({ id }: { readonly id: number }): Promise<string[]> {
  return ((await store.clients.findWithLists(id))?.webOrigins ?? []).map((row) => row.origin)
}

describe('200', () => {
  test('stores canonical origins; what stays keeps its id', async () => {
    const client = await aSpa()
    const before = await store.clients.findWithLists(client.id)
    const { status, body } = await ask('PUT', pathOf(client), {
      webOrigins: [' HTTPS://New.Example:443/ ', 'http://localhost:5173', `${first}/`],
      expectedWebOrigins: ['HTTPS://SPA.example/'],
    })
    expect(status).toBe(200)
    expect(body.client.webOrigins?.map((row) => row.origin)).toEqual([
      first,
      'https://new.example',
      'http://localhost:5173',
    ])
    expect(body.client.webOrigins?.[0]?.id).toBe(before?.webOrigins[0]?.id)
    expect(await lastEntries(1)).toEqual([
      {
        event: 'updated_web_origins',
        details: { clientId: client.id, loggedInUser: manager.client.clientIdentifier },
      },
    ])
  })

  test.each([
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://[2001:DB8::0:7]/', 'http://[2001:db8::7]'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['https://例え.jp:8443', 'https://xn--r8jz45g.jp:8443'],
  ])('%s is stored as browsers send it, and they are let in', async (typed, origin) => {
    const client = await aClient(store)
    const { status, body } = await ask('PUT', pathOf(client), { webOrigins: [typed] })
    expect([status, body.client.webOrigins?.map((row) => row.origin)]).toEqual([200, [origin]])
    const { headers } = await app.fetch('/userinfo', { headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
  })

  test('none are null', async () => {
    for (const sent of [{ webOrigins: [] }, {}]) {
      const { status, body } = await ask('PUT', pathOf(await aSpa()), sent)
      expect([status, body.client.webOrigins]).toEqual([200, null])
    }
  })

  test('need no flow', async () => {
    const client = await aClient(store, { authorizationCodeEnabled: false })
    expect((await ask('PUT', pathOf(client), { webOrigins: [first] })).status).toBe(200)
  })

  test('hold from the next request on', async () => {
    const client = await aClient(store)
    const origin = 'https://next-request.example'
    const allowed = async () =>
      (await app.fetch('/userinfo', { headers: { origin } })).headers.get(
        'access-control-allow-origin',
      )
    expect(await allowed()).toBeNull()
    await ask('PUT', pathOf(client), { webOrigins: [`${origin}/`] })
    expect(await allowed()).toBe(origin)
    await ask('PUT', pathOf(client), { webOrigins: [] })
    expect(await allowed()).toBeNull()
  })

  test('two clients may have the same', async () => {
    for (const client of [await aClient(store), await aClient(store)]) {
      expect((await ask('PUT', pathOf(client), { webOrigins: [first] })).status).toBe(200)
    }
  })

  test('200 of them', async () => {
    const webOrigins = Array.from({ length: 200 }, (_, i) => `https://a${i}.example`)
    const { body } = await ask('PUT', pathOf(await aClient(store)), { webOrigins })
    expect(body.client.webOrigins).toHaveLength(200)
  })
})

describe('400', () => {
  test.each(malformedIds)('the id %s', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/web-origins`, {})).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })

  test.each([
    ...brokenBodies,
    { webOrigins: first },
    { webOrigins: [{ origin: first }] },
    { webOrigins: [first], expectedWebOrigins: [1] },
  ])('the body %j', async (body) => {
    expect(await refusal('PUT', pathOf(await aSpa()), body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test.each([
    [['']],
    [['*']],
    [['null']],
    [['https://*.example']],
    [['https://spa.example/path']],
    [[first, 'HTTPS://spa.EXAMPLE:443']],
    [Array.from({ length: 201 }, (_, i) => `https://a${i}.example`)],
  ])('%j is refused and nothing is saved', async (webOrigins) => {
    const client = await aSpa()
    expect(await refusal('PUT', pathOf(client), { webOrigins })).toEqual([400, 'VALIDATION_ERROR'])
    expect(await storedOrigins(client)).toEqual([first])
  })
})

describe('403', () => {
  test('a granular scope and an administrator client, before any conflict', async () => {
    const client = await aSpa()
    await promote(client)
    const body = { webOrigins: [], expectedWebOrigins: [] }
    expect(await outcome(call(granular, 'PUT', pathOf(client), body))).toEqual([
      403,
      'MANAGE_SCOPE_REQUIRED',
    ])
    expect(await storedOrigins(client)).toEqual([first])
  })
})

describe('404', () => {
  test.each(unknownIds)('the id %s, before the body is read', async (id) => {
    expect(await refusal('PUT', `/clients/${id}/web-origins`, 'x')).toEqual([404, 'NOT_FOUND'])
  })
})

describe('409', () => {
  test.each([[[]], [['https://other.example']], [[first, 'no origin']], [['no origin']]])(
    'the list was expected to be %j',
    async (expectedWebOrigins) => {
      const client = await aSpa()
      const before = (await entries()).length
      const answer = await refusal('PUT', pathOf(client), { webOrigins: [], expectedWebOrigins })
      expect(answer).toEqual([409, 'CONCURRENT_UPDATE'])
      expect(await storedOrigins(client)).toEqual([first])
      expect(await entries()).toHaveLength(before)
    },
  )

  test('of fifty that read the same list exactly one saves', async () => {
    const client = await aSpa()
    const originOf = (i: number) => `https://writer${i}.example`
    const saved = await theOneOfFifty((i) => {
      const body = { webOrigins: [originOf(i)], expectedWebOrigins: [first] }
      return refusal('PUT', pathOf(client), body)
    })
    expect(await storedOrigins(client)).toEqual([originOf(saved)])
  })

  test('fifty that compare nothing all save, and one list remains', async () => {
    const client = await aSpa()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        refusal('PUT', pathOf(client), {
          webOrigins: ['https://all.example', `https://writer${i}.example`],
        }),
      ),
    )
    expect(new Set(answers.map(String))).toEqual(new Set(['200,']))
    expect(await storedOrigins(client)).toEqual([
      'https://all.example',
      expect.stringMatching(/^https:\/\/writer\d+\.example$/),
    ])
  })
})
