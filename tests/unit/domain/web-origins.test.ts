import { describe, expect, test } from 'vitest'
import { canonicalOrigin, checkWebOrigins } from '#lib/domain/clients/web-origins.ts'

describe('an origin is spelled as browsers send it:', () => {
  test.each([
    ['https://app.example', 'https://app.example'],
    ['HTTPS://App.Example', 'https://app.example'],
    [' https://app.example/ ', 'https://app.example'],
    ['https://app.example:443', 'https://app.example'],
    ['http://app.example:80/', 'http://app.example'],
    ['http://app.example:443', 'http://app.example:443'],
    ['https://app.example:80', 'https://app.example:80'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:65535', 'http://127.0.0.1:65535'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['https://a_b.example', 'https://a_b.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://[::1]:80/', 'http://[::1]'],
    ['https://[2001:DB8:0:0::1]', 'https://[2001:db8::1]'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['https://MU\u0308NCHEN.example:8443/', 'https://xn--mnchen-3ya.example:8443'],
    ['https://例え.jp', 'https://xn--r8jz45g.jp'],
    ['https://пример.рф:443', 'https://xn--e1afmkfd.xn--p1ai'],
  ])('%j is %s', (text, origin) => {
    expect(canonicalOrigin(text)).toBe(origin)
  })
})

describe('not an origin:', () => {
  test.each([
    [''],
    ['null'],
    ['*'],
    ['app.example'],
    ['//app.example'],
    ['ftp://app.example'],
    ['file:///etc'],
    ['https:app.example'],
    ['https://'],
    ['https://*.example'],
    ['https://user@app.example'],
    ['https://user:pw@app.example'],
    ['https://app.example/path'],
    ['https://app.example//'],
    ['https://app.example?x'],
    ['https://app.example#x'],
    ['https://app.example\\'],
    ['https://[::1'],
    ['https://[::g]'],
    ['https://[::1]x'],
    ['https://[::1]:65536'],
    ['https://bücher.example/path'],
    ['https://bü cher.example'],
    ['https://bücher..example'],
    ['https://１２７.0.0.1'],
    ['https://☃.example'],
    ['https://app.example:'],
    ['https://app.example:0'],
    ['https://app.example:080'],
    ['https://app.example:65536'],
    ['https://app.example:99999'],
    ['https://app.example:x'],
    ['https://127.1'],
    ['https://0x7f.1'],
    ['https://2130706433'],
    ['https://127.0.0.01'],
    ['https://256.0.0.1'],
    ['https://app..example'],
    ['https://.example'],
    ['https://app.example.'],
    ['https://app example'],
    ['https://app.exa%6dple'],
    [`https://${'a'.repeat(64)}.example`],
    ['https://app.example\n.evil.example'],
  ])('%j', (text) => {
    expect(canonicalOrigin(text)).toBeNull()
  })
})

test('an origin may have 256 characters once it is canonical', () => {
  const longest = `https://${`${'a'.repeat(61)}.`.repeat(3)}${'b'.repeat(62)}`
  expect(longest).toHaveLength(256)
  expect(checkWebOrigins([`${longest}:443/`])).toEqual([longest])
  expect(() => checkWebOrigins([`http://${longest.slice(8)}:8080`])).toThrow('256')
})
