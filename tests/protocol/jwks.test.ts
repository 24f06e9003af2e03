import { createPublicKey } from 'node:crypto'
import { calculateJwkThumbprint, createLocalJWKSet, type JWK, jwtVerify } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { generateKeyPair } from '#lib/domain/keys/keys.ts'
import { server } from '#tests/support/server.ts'
import { testCipher } from '#tests/support/settings.ts'
import { sign } from './issued-tokens.ts'

const tested = await server()

async function keySet(): Promise<{ keys: JWK[] }> {
  return (await tested.fetch('/certs')).json()
}

describe('/certs', () => {
  it('lists the next key, then the current one, while there is no previous', async () => {
    const stored = await tested.store.signingKeys.findAll()
    const kidOf = (state: string) => stored.find((key) => key.state === state)?.keyIdentifier
    const { keys } = await keySet()
    expect(keys.map((key) => key.kid)).toEqual([kidOf('next'), kidOf('current')])
  })

  it('gives each key exactly the public members, in the order of the specification', async () => {
    for (const key of (await keySet()).keys) {
      expect(Object.keys(key)).toEqual(['alg', 'kid', 'kty', 'use', 'n', 'e'])
      expect(key).toMatchObject({ alg: 'RS256', kty: 'RSA', use: 'sig', e: 'AQAB' })
      expect(key.n).toMatch(/^[A-Za-z0-9_-]+$/)
      const modulus = Buffer.from(key.n ?? '', 'base64url')
      expect(modulus[0]).not.toBe(0)
    }
  })

  it('is JSON that may be kept for a minute only, so that a rotation shows', async () => {
    const response = await tested.fetch('/certs')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  })

  it('verifies what the server signs', async () => {
    const token = await sign(tested, 'JWT', { sub: 'somebody' })
    const keys = createLocalJWKSet((await keySet()) as { keys: JWK[] })
    const { payload } = await jwtVerify(token, keys, { currentDate: tested.clock.now() })
    expect(payload.sub).toBe('somebody')
  })

  describe('with a previous key whose stored form holds private members', () => {
    beforeAll(async () => {
      const pair = await generateKeyPair(testCipher)
      const publicKeyJwk = JSON.stringify({ ...JSON.parse(pair.publicKeyJwk), d: 'x', p: 'y' })
      await tested.store.signingKeys.insert({ ...pair, publicKeyJwk, state: 'previous' })
    })

    it('lists next, current and previous, each with a kid of its own', async () => {
      const stored = await tested.store.signingKeys.findAll()
      const { keys } = await keySet()
      const states = keys.map(({ kid }) => stored.find((key) => key.keyIdentifier === kid)?.state)
      expect(states).toEqual(['next', 'current', 'previous'])
      const thumbprints = await Promise.all(keys.map((key) => calculateJwkThumbprint(key)))
      expect(new Set(thumbprints).size).toBe(3)
    })

    it('never publishes a private member', async () => {
      const { keys } = await keySet()
      expect(keys).toHaveLength(3)
      for (const key of keys) {
        expect(key).not.toHaveProperty('d')
        expect(key).not.toHaveProperty('p')
        expect(createPublicKey({ key: { ...key }, format: 'jwk' }).type).toBe('public')
      }
    })
  })

  it('answers HEAD without a body and refuses other methods', async () => {
    const head = await tested.fetch('/certs', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await tested.fetch('/certs', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})
