import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appendFragment,
  appendQuery,
  formEncode,
  isLoopbackHttp,
  isUsableRedirectUri,
  matchesLoopbackPort,
} from '#lib/base/network/url.ts'

describe('a usable redirect URI', () => {
  it.each([
    'https://client.example',
    'https://client.example/callback?x=1&y=%20',
    'https://client.example:8443/a;b',
    'HTTPS://Client.Example/',
    'http://127.0.0.1/cb',
    'http://[::1]:8080/cb',
    'http://user@host/cb',
    'com.example.app:/callback',
    'myapp://done',
  ])('%s', (uri) => {
    expect(isUsableRedirectUri(uri)).toBe(true)
  })

  it.each([
    '',
    '/callback',
    'client.example/callback',
    '//client.example/cb',
    'https://client.example/#',
    'https://client.example/cb#part',
    'https://client.example/%',
    'https://client.example/%2',
    'https://client.example/%zz',
    'http:/client.example/cb',
    'https:client.example/cb',
    'https:///client.example/cb',
    'https://?x',
    'https://:443/cb',
    'https://user@/cb',
    'https:\\\\client.example\\cb',
    'https://client.example\\@evil.example',
    'https://client.example:port/',
    'https://client.example:65536/',
    'http://999.0.0.1/cb',
    'https://client.example/a b',
    'https://client.example/a\tb',
    'https://client.example/a\r\nSet-Cookie: x=1',
    'https://client.example/é',
    ' https://client.example/',
    '1app:/cb',
    'javascript:alert(1)',
    'JavaScript://x/%0aalert(1)',
    'data:text/html,x',
  ])('but not %j', (uri) => {
    expect(isUsableRedirectUri(uri)).toBe(false)
  })
})

describe('loopback', () => {
  it.each(['http://127.0.0.1', 'http://[::1]/x', 'http://LOCALHOST:99/', 'HTTP://localhost?x'])(
    '%s is this machine',
    (uri) => expect(isLoopbackHttp(uri)).toBe(true),
  )

  it.each([
    'https://localhost/',
    'http://localhost.attacker.example/',
    'http://127.0.0.1x/',
    'http://localhost:evil/',
    'http://user@localhost/',
    'http://localhost:80@evil.example/',
    'http://127.0.0.2/',
  ])('%s is not', (uri) => expect(isLoopbackHttp(uri)).toBe(false))

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51234/cb'],
    ['http://localhost', 'http://localhost:1'],
    ['http://[::1]/cb?a=b', 'http://[::1]:65535/cb?a=b'],
  ])('%s without a port stands for %s', (registered, requested) => {
    expect(matchesLoopbackPort(registered, requested)).toBe(true)
  })

  it.each([
    ['http://127.0.0.1:80/cb', 'http://127.0.0.1:81/cb', 'registered with a port'],
    ['http://127.0.0.1:/cb', 'http://127.0.0.1:81/cb', 'registered with an empty port'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1/cb', 'without a port equality decides'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:/cb', 'an empty port'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:65536/cb', 'no such port'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:80/CB', 'another path'],
    ['http://127.0.0.1/cb', 'http://localhost:80/cb', 'another name'],
    ['http://localhost/cb', 'http://LOCALHOST:80/cb', 'another case'],
    ['http://127.0.0.1/cb', 'https://127.0.0.1:80/cb', 'another scheme'],
    ['http://client.example/cb', 'http://client.example:80/cb', 'another machine'],
    ['http://localhost/cb', 'http://localhost:80@evil.example/cb', 'a name before @'],
  ])('%s does not stand for %s (%s)', (registered, requested) => {
    expect(matchesLoopbackPort(registered, requested)).toBe(false)
  })
})

describe('adding fields', () => {
  const answer = [
    ['code', 'x y'],
    ['state', 'ä&='],
  ] as const
  const encoded = 'code=x+y&state=%C3%A4%26%3D'
  const reserved = ['code', 'state', 'error', 'error_description']

  it.each([
    ['https://c.example/cb', `https://c.example/cb?${encoded}`],
    ['https://c.example/cb?', `https://c.example/cb?${encoded}`],
    ['https://c.example/cb?a=%7E;b&&c', `https://c.example/cb?a=%7E;b&&c&${encoded}`],
    ['https://c.example/cb?code=1&a=2', `https://c.example/cb?a=2&${encoded}`],
    ['https://c.example/cb?%65rror=x', `https://c.example/cb?${encoded}`],
    ['https://c.example/cb?%zz=1', `https://c.example/cb?%zz=1&${encoded}`],
    ['app:/cb?Code=1', `app:/cb?Code=1&${encoded}`],
  ])('to %s keeps what is there but reserved names', (uri, result) => {
    expect(appendQuery(uri, answer, reserved)).toBe(result)
  })

  it('with nothing to add leaves the URI alone', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (uri) => {
        expect(appendQuery(uri, [])).toBe(uri)
      }),
    )
  })

  it('as a fragment leaves the query alone', () => {
    expect(appendFragment('https://c.example/cb?a=%7E&code=1', answer)).toBe(
      `https://c.example/cb?a=%7E&code=1#${encoded}`,
    )
  })

  it('encodes so that they can be read back', () => {
    const fields = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string()))
    fc.assert(
      fc.property(fields, (any) => {
        expect([...new URLSearchParams(formEncode(any))]).toEqual(any)
      }),
    )
  })
})
