import { describe, expect, test } from 'vitest'
import type { Context } from '#lib/context.ts'
import { DocumentError } from '#lib/protocol/documents/faults.ts'
import { readDocument } from '#lib/protocol/documents/read.ts'

const identifier = 'https://app.example/oauth/client.json'
const good = {
  client_id: identifier,
  client_name: 'Route helper',
  redirect_uris: ['https://app.example/cb'],
}

const contextWith = (hosts = '') =>
  ({ settings: { clientIdMetadataDocumentHosts: hosts } }) as unknown as Context

function read(document: string | object, hosts = '') {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  return readDocument(contextWith(hosts), identifier, Buffer.from(text))
}

function faultOf(document: string | object): string {
  try {
    read(document)
  } catch (error) {
    if (error instanceof DocumentError) return error.fault
    throw error
  }
  return 'none'
}

const urisOf = (redirect_uris: unknown, hosts = '') =>
  read({ ...good, redirect_uris }, hosts).described.redirectUris

describe('a document', () => {
  test('of three members is enough; the name is trimmed and the rest ignored', () => {
    const { described, leftOut } = read({
      ...good,
      client_name: ' Route helper ',
      scope: 'everything',
      logo_uri: 'https://app.example/logo',
      backchannel_logout_uri: 'https://app.example/out',
      software_id: 'x',
    })
    expect(described).toMatchObject({
      clientIdentifier: identifier,
      displayName: 'Route helper',
      websiteUrl: '',
      redirectUris: good.redirect_uris,
    })
    expect(leftOut).toEqual([])
  })

  test.each([
    ['not_json', '', '[]', 'null', '"x"', '{', '{"a":1,}', "{'a':1}"],
    ['member_repeated', '{"client_id":"a","client_id":"b"}', '{"a":{"b":1},"a":2}'],
  ])('is refused as %s', (fault, ...texts) => {
    for (const text of texts) expect(faultOf(text)).toBe(fault)
  })

  test('may repeat a name in different objects, and have names that look like it', () => {
    const more = '"x":{"client_name":1},"y":[{"client_name":2}],"__proto__":{"client_name":"z"}'
    expect(faultOf(`${JSON.stringify(good).slice(0, -1)},${more},"z":"\\"client_name\\":"}`)).toBe(
      'none',
    )
  })

  test('must be UTF-8', () => {
    const latin = Buffer.from(JSON.stringify({ ...good, client_name: 'é' }), 'latin1')
    expect(() => readDocument(contextWith(), identifier, latin)).toThrow(DocumentError)
  })

  test.each([
    ['client_id', { client_id: undefined }],
    ['client_id', { client_id: `${identifier}/` }],
    ['client_id', { client_id: identifier.toUpperCase() }],
    ['secret', { client_secret: 'x' }],
    ['secret', { client_secret_expires_at: 0 }],
    ['client_name', { client_name: undefined }],
    ['client_name', { client_name: ' ' }],
    ['client_name', { client_name: 'a'.repeat(101) }],
    ['client_name', { client_name: '<b>' }],
    ['client_name', { client_name: 'a\nb' }],
    ['client_name', { client_name: 'elgooG \u202e' }],
    ['client_name', { client_name: ['Google'] }],
    ['auth_method', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['auth_method', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['grant_types', { grant_types: ['implicit'] }],
    ['grant_types', { grant_types: 'authorization_code' }],
    ['response_types', { response_types: ['token'] }],
  ])('is refused for its %s: %j', (fault, change) => {
    expect(faultOf({ ...good, ...change })).toBe(fault)
  })

  test.each([
    { token_endpoint_auth_method: 'none' },
    { grant_types: ['authorization_code', 'refresh_token', 'client_credentials', 'new'] },
    { response_types: ['code', 'token'] },
    {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
      jwks_uri: 'https://app.example/keys',
    },
    { client_name: 'a'.repeat(100) },
    { client_name: '😀'.repeat(100) },
  ])('is good with %j', (change) => {
    expect(faultOf({ ...good, ...change })).toBe('none')
  })
})

describe('redirect URIs', () => {
  test.each([
    'https://app.example/cb',
    'https://eu.app.example/cb',
    'https://app.example:8443/cb?a=b',
    'http://localhost/callback',
    'http://localhost:3000/callback',
    'http://127.0.0.1/',
    'http://[::1]:1/',
  ])('%s is taken', (uri) => {
    expect(urisOf([uri])).toEqual([uri])
  })

  test.each([
    'https://evil.example/cb',
    'https://example/cb',
    'https://notapp.example/cb',
    'http://app.example/cb',
    'http://localhost.evil.example/',
    'cursor://x/cb',
    'javascript:alert(1)',
    'https://x@app.example/cb',
    'https://app.example/cb#x',
    '/cb',
    `https://app.example/${'a'.repeat(2_048)}`,
  ])('%s is left out, and spoils no other', (uri) => {
    expect(urisOf([uri, 'https://app.example/cb'])).toEqual(['https://app.example/cb'])
    expect(faultOf({ ...good, redirect_uris: [uri] })).toBe('redirect_uris')
  })

  test('what is left out is named by scheme and host', () => {
    const uris = ['cursor://anysphere/secret?x', 'https://app.example/cb']
    expect(read({ ...good, redirect_uris: uris }).leftOut).toEqual(['cursor://anysphere'])
  })

  test.each([
    [[]],
    [[1]],
    ['https://app.example/cb'],
    [null],
    [Array(21).fill('https://app.example/cb')],
  ])('%j is no list of them', (uris) => {
    expect(faultOf({ ...good, redirect_uris: uris })).toBe('redirect_uris')
  })

  test('of a trusted client may be at any https host', () => {
    const uri = 'https://elsewhere.example/cb'
    expect(urisOf([uri], 'app.example')).toEqual([uri])
  })

  test('below a host where strangers publish, only the same host is the client’s', () => {
    const ofStranger = 'https://one.github.io/client.json'
    const body = (uri: string) =>
      Buffer.from(JSON.stringify({ ...good, client_id: ofStranger, redirect_uris: [uri] }))
    const judge = (uri: string) => () => readDocument(contextWith(), ofStranger, body(uri))
    expect(judge('https://one.github.io/cb')).not.toThrow()
    expect(judge('https://x.one.github.io/cb')).not.toThrow()
    expect(judge('https://github.io/cb')).toThrow(DocumentError)
    expect(judge('https://two.github.io/cb')).toThrow(DocumentError)
  })
})

test('the website is taken from the own host only', () => {
  const website = (client_uri: unknown) => read({ ...good, client_uri }).described.websiteUrl
  expect(website('https://www.app.example/')).toBe('https://www.app.example/')
  for (const other of [
    'https://evil.example/',
    'http://app.example/',
    'x',
    1,
    `https://app.example/${'a'.repeat(256)}`,
  ]) {
    expect(website(other)).toBe('')
  }
})

test.each([
  ['https://app.example/jwks.json', '', true],
  ['https://keys.app.example/jwks.json', '', true],
  ['https://other.example/jwks.json', '', false],
  ['https://other.example/jwks.json', 'app.example', true],
  ['http://app.example/jwks.json', 'app.example', false],
  ['https://someone@app.example/jwks.json', 'app.example', false],
  ['https://:secret@app.example/jwks.json', 'app.example', false],
  ['https://app.example/jwks.json#one', 'app.example', false],
  [`https://app.example/${'x'.repeat(2_048)}`, 'app.example', false],
])('keys at %.60s, with %j trusted, are the client’s: %s', (address, trusted, isTaken) => {
  const members = {
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
    jwks_uri: address,
  }
  const { keys } = read({ ...good, ...members }, trusted).described
  expect(keys).toMatchObject({ isPublic: true, jwksUri: isTaken ? address : '' })
})
