import { expect, test } from 'vitest'
import { followAddress } from '#lib/domain/settings/followed-issuer.ts'
import { server } from '#tests/support/server.ts'

const baseUrl = 'https://login.example.com'
const issuers = async (issuer: string, issuerOfStart: string | null, address = baseUrl) => {
  const { store } = await server({ ownDatabase: true })
  await store.settings.update({ issuer, issuerOfStart })
  const former = await followAddress(store, { baseUrl: address })
  return { former, issuer: (await store.settings.find())?.issuer }
}

test.each([
  ['http://localhost:3000', baseUrl],
  ['http://localhost:3000', 'http://localhost:8085'],
  ['http://127.0.0.1:3000', 'http://localhost'],
  ['http://[::1]:3000', baseUrl],
  ['http://login.localhost:3000', baseUrl],
])('an untouched %s follows BASE_URL to %s, once', async (issuer, address) => {
  expect(await issuers(issuer, issuer, address)).toEqual({ former: issuer, issuer: address })
  expect(await issuers(address, address, address)).toEqual({ former: null, issuer: address })
})

test.each([
  ['one that an administrator wrote', 'http://localhost:9999', 'http://localhost:3000'],
  ['one with a path', 'http://localhost:3000/tenant', 'http://localhost:3000'],
  ['the address of another machine', 'https://id.example.com', 'https://id.example.com'],
  [
    'a name that only looks like this machine',
    'http://localhost.example',
    'http://localhost.example',
  ],
  ['an identifier', 'localhost', 'localhost'],
  ['one of an installation that kept no record of it', 'http://localhost:3000', null],
])('%s stays', async (_, issuer, issuerOfStart) => {
  expect(await issuers(issuer, issuerOfStart)).toEqual({ former: null, issuer })
})
