import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { responseOf } from '#tests/support/oauth.ts'
import { unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { aKey, json, openStandIn } from '#tests/support/stand-in.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { begin } from '../authorize/fixture.ts'
import { press } from './fixture.ts'
import { standInClient, standInScene } from './stand-in-fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
await app.changeSettings({ identityProvidersEnabled: true })
beforeEach(() => app.clock.set(new Date()))

const standIn = await openStandIn({ clientId: standInClient, now: () => app.clock.now() })
afterAll(standIn.close)
const { client, register, enter } = await standInScene(app, standIn)

const person = () => {
  const sub = unique('k')
  return { sub, email: `${sub}@keys.example`, email_verified: true }
}
const isIn = (last: Parameters<typeof responseOf>[0]) => responseOf(last)?.code !== undefined
/** Somebody on the way to the stand-in, with a code of their own to come back with. */
async function leave() {
  const browser = visitor(app)
  const { location } = await press(browser, await begin(browser, client), 'standin')
  const code = unique('code')
  const query = new URLSearchParams({ code, state: location?.searchParams.get('state') ?? '' })
  return {
    code,
    nonce: location?.searchParams.get('nonce') ?? '',
    comeBack: () => browser.visit(`/auth/provider/standin/callback?${query}`),
  }
}

const fetched = () => standIn.requests.filter((one) => one === 'GET /keys').length

beforeEach(async () => {
  await register()
  standIn.requests.length = 0
})

describe('keys of a provider', () => {
  test('are read once and kept', async () => {
    for (let i = 0; i < 3; i++) expect(isIn((await enter(person())).last)).toBe(true)
    expect(fetched()).toBe(1)
  })

  test('of the same name with new material are read again, once', async () => {
    await enter(person())
    const renewed = await aKey(standIn.signer.jwk.kid ?? '')
    standIn.keys = [renewed]
    standIn.signer = renewed
    app.clock.advance(61)
    expect(isIn((await enter(person())).last)).toBe(true)
    expect(fetched()).toBe(2)
  })

  test('that change while fifty people come back are read once for all, and all get in', async () => {
    await enter(person())
    const away = await Promise.all(Array.from({ length: 50 }, () => leave()))
    const nonces = new Map(away.map(({ code, nonce }) => [code, nonce]))
    standIn.answers.set('/token', async (req, res) => {
      const nonce = nonces.get(new URLSearchParams(await text(req)).get('code') ?? '')
      const id_token = await standIn.sign({ nonce, ...person() })
      json(res, { access_token: 'token-there', token_type: 'Bearer', id_token })
    })
    const renewed = await aKey(standIn.signer.jwk.kid ?? '')
    standIn.keys = [renewed]
    standIn.signer = renewed
    app.clock.advance(61)
    const back = await Promise.all(away.map(({ comeBack }) => comeBack()))
    standIn.answers.delete('/token')
    expect(back.filter(isIn)).toHaveLength(50)
    expect(fetched()).toBe(2)
  })

  test('of a new name are read again, at most once a minute', async () => {
    await enter(person())
    const stranger = await aKey('stranger')
    const own = standIn.signer
    standIn.signer = stranger
    app.clock.advance(61)
    for (let i = 0; i < 3; i++) {
      expect(errorOf((await enter(person())).last)).toBe('handler.provider.refused')
    }
    expect(fetched()).toBe(2)
    standIn.signer = own
  })

  test('that the provider took back are refused after an hour', async () => {
    await enter(person())
    const taken = standIn.signer
    const next = await aKey('next')
    standIn.keys = [next]
    app.clock.advance(3_601)
    standIn.signer = taken
    expect(errorOf((await enter(person())).last)).toBe('handler.provider.refused')
    standIn.signer = next
  })

  test('are kept for a day while the provider is away', async () => {
    await enter(person())
    standIn.answers.set('/keys', (_req, res) => void res.writeHead(503).end())
    app.clock.advance(3_601)
    expect(isIn((await enter(person())).last)).toBe(true)
    standIn.answers.delete('/keys')
  })
})

describe('UserInfo as a token', () => {
  afterAll(() => {
    standIn.answers.delete('/userinfo')
  })

  const answer = (type: string, body: () => Promise<string> | string) =>
    standIn.answers.set(
      '/userinfo',
      async (_req, res) => void res.writeHead(200, { 'content-type': type }).end(await body()),
    )

  test('that the provider signed is read', async () => {
    const { sub, ...claims } = person()
    answer('application/jwt', () => standIn.sign({ sub, ...claims }))
    expect(isIn((await enter({ sub })).last)).toBe(true)
  })

  test.each<[string, string, (sub: string) => Promise<string> | string]>([
    ['by another key', 'application/jwt', async (sub) => standIn.sign({ sub }, await aKey('x'))],
    ['of another person', 'application/jwt', () => standIn.sign({ sub: 'somebody-else' })],
    ['for another client', 'application/jwt', (sub) => standIn.sign({ sub, aud: 'other' })],
    [
      'by nobody',
      'application/jwt',
      (sub) => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub }))}.`,
    ],
    ['as a page', 'text/html', () => '<p>hello</p>'],
    ['as JSON of another person', 'application/json', () => '{"sub":"somebody-else"}'],
    [
      'as JSON that is nested too deeply',
      'application/json',
      (sub) => `{"sub":"${sub}","deep":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
    ],
  ])('%s is refused', async (_, type, body) => {
    const { sub } = person()
    answer(type, () => body(sub))
    app.clock.advance(61)
    expect(errorOf((await enter({ sub })).last)).toBe('handler.provider.refused')
  })
})

describe('the times of an ID token', () => {
  test.each([
    ['iat', 55, true],
    ['iat', 75, false],
    ['exp', -50, true],
    ['exp', -75, false],
    ['nbf', 5, true],
    ['nbf', 55, true],
    ['nbf', 75, false],
  ])('%s %i seconds from now: accepted is %s', async (name, seconds, fits) => {
    const at = Math.floor(Date.now() / 1_000) + Number(seconds)
    expect(isIn((await enter({ ...person(), [name]: at })).last)).toBe(fits)
  })
})
