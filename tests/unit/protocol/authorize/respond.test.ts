import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '#lib/answers/outcome.ts'
import type { Config } from '#lib/config/config.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import {
  deliver,
  deliverError,
  errorLink,
  type ResponseTarget,
} from '#lib/protocol/authorize/respond.ts'
import {
  parseResponseType,
  type ResponseMode,
  responseModeFor,
  responseModes,
} from '#lib/protocol/authorize/response-type.ts'

const target: ResponseTarget = {
  redirectUri: 'https://client.example/cb',
  responseMode: 'query',
  responseType: 'code',
  state: 'xyz',
}

const settings = { issuer: 'https://id.example/', authorizationResponseIssEnabled: false }
const config = { baseUrl: 'https://id.example' } as Config
const off = { config, settings: settings as SettingsRecord }
const on = {
  config,
  settings: { ...settings, authorizationResponseIssEnabled: true } as SettingsRecord,
}

function to(changes: Partial<ResponseTarget>): ResponseTarget {
  return { ...target, ...changes }
}

function locationOf(outcome: Outcome): string {
  if (outcome.kind !== 'redirect') throw new Error(`A redirect was expected, not ${outcome.kind}.`)
  expect(outcome.status).toBe(302)
  return outcome.location
}

function received(outcome: Outcome): [string, string][] {
  if (outcome.kind === 'form-post') return outcome.fields.map(([name, value]) => [name, value])
  const location = locationOf(outcome)
  const answer = location.slice(location.search(location.includes('#') ? '#' : /\?/) + 1)
  return [...new URLSearchParams(answer)]
}

describe('query mode', () => {
  test('appends the fields in their order, state last', () => {
    expect(locationOf(deliver(off, target, [['code', 'abc']]))).toBe(
      'https://client.example/cb?code=abc&state=xyz',
    )
  })

  test.each([
    ['?a=1&b=%C3%A4;c&&d', '?a=1&b=%C3%A4;c&&d&code=k&state=xyz'],
    ['?a+b=c%20d', '?a+b=c%20d&code=k&state=xyz'],
    ['?', '?code=k&state=xyz'],
    ['?&', '?&&code=k&state=xyz'],
    ['?code=x&a=1&state=y&error=z&error_description=q', '?a=1&code=k&state=xyz'],
    ['?%63ode=x&a=1&st%61te=y', '?a=1&code=k&state=xyz'],
    ['?error&a', '?a&code=k&state=xyz'],
    ['?codes=1&Code=2', '?codes=1&Code=2&code=k&state=xyz'],
    ['?error=x', '?code=k&state=xyz'],
  ])('the registered query %s stays as it is, but for reserved names', (query, expected) => {
    const redirectUri = `https://client.example/cb${query}`
    const location = locationOf(deliver(off, to({ redirectUri }), [['code', 'k']]))
    expect(location).toBe(`https://client.example/cb${expected}`)
  })
})

test('fragment mode leaves the query alone, reserved names included', () => {
  const redirectUri = 'https://client.example/cb?error=x&a=%41'
  const outcome = deliver(off, to({ redirectUri, responseMode: 'fragment' }), [['code', 'k']])
  expect(locationOf(outcome)).toBe(`${redirectUri}#code=k&state=xyz`)
})

test('form_post mode posts to the registered URI as it is', () => {
  const redirectUri = 'https://client.example/cb?code=x'
  expect(deliver(off, to({ redirectUri, responseMode: 'form_post' }), [['code', 'k']])).toEqual({
    kind: 'form-post',
    action: redirectUri,
    fields: [
      ['code', 'k'],
      ['state', 'xyz'],
    ],
    mayBeFramed: true,
  })
})

test.each(responseModes)('no state was sent: none is echoed (%s)', (responseMode) => {
  const outcome = deliver(off, to({ state: '', responseMode }), [['code', 'k']])
  expect(received(outcome)).toEqual([['code', 'k']])
})

test('every state comes back unchanged in every response mode', () => {
  const texts = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom(' ', '+', '%', '"&#<>\'', '\\'),
  )
  fc.assert(
    fc.property(texts, fc.constantFrom(...responseModes), (sent, responseMode) => {
      const state = sent.toWellFormed()
      const outcome = deliver(off, to({ state, responseMode }), [['code', 'k']])
      expect(received(outcome)).toEqual([
        ['code', 'k'],
        ['state', state],
      ])
    }),
  )
})

test.each(responseModes)('an error is error, error_description and state (%s)', (responseMode) => {
  const outcome = deliverError(
    off,
    to({ responseMode }),
    'access_denied',
    'The user "declined" 🙂.',
  )
  expect(received(outcome)).toEqual([
    ['error', 'access_denied'],
    ['error_description', 'The user ?declined? ?.'],
    ['state', 'xyz'],
  ])
})

test('an error description has at most 512 bytes', () => {
  const [, description] = received(deliverError(off, target, 'invalid_scope', 'x'.repeat(2000)))
  expect(description?.[1]).toHaveLength(512)
  expect(description?.[1]?.endsWith('...')).toBe(true)
})

test.each(['https:///evil.example', 'javascript:alert(1)', 'https://client.example/#'])(
  'nothing is delivered to %s: a page answers',
  (redirectUri) => {
    for (const responseMode of responseModes) {
      const outcome = deliver(off, to({ redirectUri, responseMode }), [['code', 'k']])
      expect(outcome).toMatchObject({ kind: 'page', status: 400 })
    }
    expect(errorLink(off, to({ redirectUri }), 'access_denied', 'No.')).toBeNull()
  },
)

test('a link brings the same error as the redirect would, and none can bring a form', () => {
  for (const responseMode of ['query', 'fragment'] as const) {
    const outcome = deliverError(off, to({ responseMode }), 'access_denied', 'No.')
    expect(errorLink(off, to({ responseMode }), 'access_denied', 'No.')).toBe(locationOf(outcome))
  }
  expect(errorLink(off, to({ responseMode: 'form_post' }), 'access_denied', 'No.')).toBeNull()
})

describe('response types and modes', () => {
  test.each([
    ['code', 'code'],
    ['token', 'token'],
    ['id_token', 'id_token'],
    ['id_token token', 'id_token token'],
    ['token id_token', 'id_token token'],
    ['code id_token', null],
    ['code token', null],
    ['token token', null],
    ['id_token  token', null],
    [' code', null],
    ['Code', null],
    ['none', null],
    ['', null],
  ])('response_type "%s" means %s', (text, type) => {
    expect(parseResponseType(text)).toBe(type)
  })

  test.each<[string, ResponseMode | null, ResponseMode]>([
    ['code', null, 'query'],
    ['code', 'fragment', 'fragment'],
    ['code', 'form_post', 'form_post'],
    ['', null, 'query'],
    ['', 'form_post', 'form_post'],
    ['token', null, 'fragment'],
    ['token', 'query', 'fragment'],
    ['id_token token', 'form_post', 'fragment'],
    ['token token', 'query', 'fragment'],
    ['code id_token', null, 'fragment'],
    ['code id_token', 'query', 'fragment'],
    ['code id_token', 'form_post', 'form_post'],
  ])('response_type "%s" with mode %s is answered by %s', (type, asked, mode) => {
    expect(responseModeFor(type, asked)).toBe(mode)
  })
})

describe('while `iss` is on', () => {
  const iss: [string, string] = ['iss', 'https://id.example/']

  test.each(responseModes)('%s: it is the last field, of successes and errors', (responseMode) => {
    const success = received(deliver(on, to({ responseMode }), [['code', 'k']]))
    expect(success).toEqual([['code', 'k'], ['state', 'xyz'], iss])
    const error = received(
      deliverError(on, to({ responseMode, state: '' }), 'access_denied', 'No.'),
    )
    expect(error).toEqual([['error', 'access_denied'], ['error_description', 'No.'], iss])
  })

  test('its name is reserved in the registered query, and else kept', () => {
    const target = to({ redirectUri: 'https://client.example/cb?iss=x&a=1' })
    expect(locationOf(deliver(on, target, [['code', 'k']]))).toBe(
      'https://client.example/cb?a=1&code=k&state=xyz&iss=https%3A%2F%2Fid.example%2F',
    )
    expect(locationOf(deliver(off, target, [['code', 'k']]))).toBe(
      'https://client.example/cb?iss=x&a=1&code=k&state=xyz',
    )
  })

  test('the link of a refusal has it', () => {
    expect(errorLink(on, target, 'access_denied', 'No.')).toMatch(
      /&iss=https%3A%2F%2Fid\.example%2F$/,
    )
  })

  test.each(['company', 'urn:x:y', 'https://id.example/?a', 'https://id.example/#a'])(
    'an issuer that is no address is not sent: %s',
    (issuer) => {
      const current = { config, settings: { ...on.settings, issuer } }
      expect(received(deliver(current, target, [['code', 'k']]))).toHaveLength(2)
    },
  )
})
