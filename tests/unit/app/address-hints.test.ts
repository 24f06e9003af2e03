import { expect, test } from 'vitest'
import { addressHint, correctedAddress } from '#app/admin/clients/_parts/address-hints.ts'

test.each([
  ['http://192.168.0.185:8000/', 'http_in_browser'],
  ['http://app.local/', 'http_in_browser'],
  ['http://localhost:5173/', null],
  ['http://app.localhost/', null],
  ['http://127.0.0.1:5173/', null],
  ['https://app.example/', null],
])('the hint for a single-page application at %s is %s', (address, hint) => {
  expect(addressHint(address, 'spa')).toBe(hint)
})

test.each([
  ['localhost:5173', 'http://localhost:5173'],
  ['localhost:5173/callback', 'http://localhost:5173/callback'],
  ['app.localhost:3000/', 'http://app.localhost:3000/'],
  ['127.0.0.1:8080/cb', 'http://127.0.0.1:8080/cb'],
])('%s was meant as %s', (address, meant) => {
  expect(correctedAddress(address)).toBe(meant)
  expect(addressHint(address, 'web')).toBe('host_as_scheme')
})

test.each([
  'app.example:/',
  'app.example:///cb',
  'com.example.app:/cb?x=1',
  'https://app.example/cb',
])('a native application may have %s, without a hint', (address) => {
  expect(addressHint(address, 'native')).toBeNull()
  expect(correctedAddress(address)).toBeNull()
})

test('a name of this machine can lead elsewhere, so a native application is told to use its address', () => {
  expect(addressHint('http://localhost/callback', 'native')).toBe('localhost_name')
  expect(addressHint('http://127.0.0.1/callback', 'native')).toBeNull()
})
