import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUsableRedirectUri } from '#lib/base/network/url.ts'
import {
  destinationOf,
  isDeliverable,
  isRegisteredRedirectUri,
} from '#lib/protocol/redirect-uri.ts'

/** A client with only the columns that these rules read. */
function registered(...uris: string[]) {
  const common = { id: 1, createdAt: new Date(0), clientId: 1 }
  const redirectUris = uris.map((uri) => ({ ...common, uri }))
  return { redirectUris, isPublic: true, createdViaDcr: false }
}

describe('a redirect URI can be used', () => {
  test.each([
    'https://client.example/callback',
    'https://client.example',
    'https://client.example:8443/a?b=c&d=%C3%A4',
    'http://[::1]:9000/cb',
    'HTTPS://Client.example/cb',
    'com.example.app:/cb',
    'com.example.app:cb',
    'myapp://cb',
  ])('%s', (uri) => expect(isUsableRedirectUri(uri)).toBe(true))
})

describe('a redirect URI cannot be used', () => {
  test.each([
    ['no scheme', '//evil.example/cb'],
    ['a path', '/cb'],
    ['no host', 'https:///evil.example/cb'],
    ['one slash', 'http:/evil.example/cb'],
    ['no slash', 'https:evil.example'],
    ['backslashes', 'https:\\\\evil.example\\cb'],
    ['a backslash after the host', 'https://client.example\\@evil.example/'],
    ['an empty host with a port', 'https://:443/cb'],
    ['a fragment', 'https://client.example/cb#x'],
    ['an empty fragment', 'https://client.example/cb#'],
    ['a broken escape', 'https://client.example/%zz'],
    ['a cut escape', 'https://client.example/%4'],
    ['a line break', 'https://client.example/\r\nSet-Cookie: a=b'],
    ['a blank in front', ' https://client.example/cb'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['nothing', ''],
  ])('%s', (_, uri) => expect(isUsableRedirectUri(uri)).toBe(false))
})

describe('a redirect URI matches byte for byte', () => {
  const uri = 'https://client.example/cb?a=1'
  test.each([
    ['case of the host', 'https://Client.example/cb?a=1'],
    ['a default port', 'https://client.example:443/cb?a=1'],
    ['a longer path', 'https://client.example/cb/?a=1'],
    ['a query added', `${uri}&b=2`],
    ['no query', 'https://client.example/cb'],
    ['an escape in place of a character', 'https://client.example/c%62?a=1'],
    ['a prefix', 'https://client.example/c'],
    ['dots', 'https://client.example/x/../cb?a=1'],
  ])('%s is another URI', (_, requested) => {
    expect(isRegisteredRedirectUri(registered(uri), requested, 'code')).toBe(false)
  })

  test('the registered text is the same URI, whatever the response type', () => {
    for (const type of ['code', 'token', 'nonsense', '']) {
      expect(isRegisteredRedirectUri(registered('https://a.example/', uri), uri, type)).toBe(true)
    }
  })
})

describe('the port of a loopback URI', () => {
  test.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152/cb', true],
    ['http://[::1]/cb?a=1', 'http://[::1]:80/cb?a=1', true],
    ['http://localhost/cb', 'http://localhost:3000/cb', true],
    ['http://localhost', 'http://localhost:3000', true],
    ['http://localhost/cb', 'http://127.0.0.1:3000/cb', false],
    ['http://localhost:3000/cb', 'http://localhost:4000/cb', false],
    ['https://localhost/cb', 'https://localhost:4000/cb', false],
    ['http://client.example/cb', 'http://client.example:4000/cb', false],
    ['http://localhost/cb', 'http://localhost:4000/cb2', false],
    ['http://localhost/cb', 'http://localhost:evil/cb', false],
    ['http://localhost/cb', 'http://localhost:70000/cb', false],
    ['http://localhost/cb', 'http://localhost:/cb', false],
    ['http://localhost/cb', 'http://localhost.attacker.example:80/cb', false],
    ['http://localhost/cb', 'http://x@localhost:80/cb', false],
    ['http://localhost/cb', 'http://localhost:80@evil.example/cb', false],
    ['http://[::1]/cb', 'http://[localhost]:3000/cb', false],
  ])('registered %s, requested %s: %s', (uri, requested, expected) => {
    expect(isRegisteredRedirectUri(registered(uri), requested, 'code')).toBe(expected)
  })

  test.each(['token', 'id_token', 'id_token token', 'code token', 'CODE', ' code', ''])(
    'is free for response_type=code only, not for "%s"',
    (type) => {
      const client = registered('http://localhost/cb')
      expect(isRegisteredRedirectUri(client, 'http://localhost:1/cb', type)).toBe(false)
    },
  )
})

test('nothing but a registered URI, or its loopback form with a port, is ever accepted', () => {
  const uris = ['https://client.example/cb?x=1', 'http://127.0.0.1/cb', 'com.example.app:/cb']
  const nearly = fc
    .tuple(
      fc.constantFrom(...uris),
      fc.nat(40),
      fc.constantFrom('', '/', ':1', '@', '.e', '%', '#'),
    )
    .map(([uri, at, piece]) => uri.slice(0, at) + piece + uri.slice(at))
  fc.assert(
    fc.property(fc.oneof(nearly, fc.webUrl(), fc.string()), (requested) => {
      if (!isDeliverable(registered(...uris), requested, 'code')) return
      const portless = requested.replace(/^http:\/\/127\.0\.0\.1:\d{1,5}(?=\/)/, 'http://127.0.0.1')
      expect(uris).toContain(portless)
    }),
    { numRuns: 2000 },
  )
})

test('a URI registered under older rules is not delivered to when it cannot be used', () => {
  const old = 'https:///evil.example/cb'
  expect(isDeliverable(registered(old), old, 'code')).toBe(false)
})

test.each([
  ['https://client.example/cb?a=1', 'client.example'],
  ['http://localhost:3000', 'localhost:3000'],
  ['https://accounts.example@evil.example/cb', 'evil.example'],
  ['com.example.app:/cb', 'com.example.app:/cb'],
])('people read of %s that it leads to %s', (uri, destination) => {
  expect(destinationOf(uri)).toBe(destination)
})
