import fc from 'fast-check'
import { CompactSign, generateKeyPair, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { signJwt, type TokenKind, verifyJwt } from '#lib/protocol/jwt.ts'
import { signingKey } from '#lib/protocol/keys.ts'
import { type TestContext, testContext } from '#tests/support/context.ts'
import { testStart } from '#tests/support/settings.ts'

const now = epochSeconds(testStart)

describe('tokens', () => {
  let context: TestContext

  beforeAll(async () => {
    context = await testContext()
  })

  const claims = { sub: 'somebody', iat: now, nbf: now, exp: now + 60 }
  const sign = (changes: object = {}, typ: TokenKind = 'at+jwt') =>
    signJwt(context.ctx, typ, { ...claims, ...changes })

  async function signWith(header: object, payload: string = JSON.stringify(claims)) {
    const { key, keyIdentifier } = await signingKey(context.ctx)
    return new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg: 'RS256', kid: keyIdentifier, typ: 'at+jwt', ...header })
      .sign(key)
  }

  test('what was signed verifies and says the same', async () => {
    expect(await verifyJwt(context.ctx, await sign(), 'at+jwt')).toEqual(claims)
  })

  const kinds = ['at+jwt', 'rt+jwt', 'JWT'] as const
  test.each(kinds.flatMap((a) => kinds.filter((b) => b !== a).map((b) => [a, b] as const)))(
    'a token of the kind %s does not pass as %s',
    async (is, wanted) => {
      expect(await verifyJwt(context.ctx, await sign({}, is), wanted)).toBeNull()
    },
  )

  test('a text that gives the same bytes is not the token', async () => {
    const token = await sign()
    // Only the first two bits of the last letter count, and the next letter has the same two.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const sameBits = letters[letters.indexOf(token.at(-1) ?? '') + 1]
    const bytesOf = (text: string) => Buffer.from(text.slice(text.lastIndexOf('.') + 1), 'base64')
    for (const other of [`${token.slice(0, -1)}${sameBits}`, `${token}=`, `${token} `]) {
      expect(bytesOf(other)).toEqual(bytesOf(token))
      expect(await verifyJwt(context.ctx, other, 'at+jwt')).toBeNull()
    }
    expect(await verifyJwt(context.ctx, token, 'at+jwt')).toEqual(claims)
  })

  test('expires without tolerance', async () => {
    const token = await sign()
    expect(await verifyJwt(context.later(59), token, 'at+jwt')).not.toBeNull()
    expect(await verifyJwt(context.later(60), token, 'at+jwt')).toBeNull()
    expect(
      await verifyJwt(context.later(10 ** 6), token, 'at+jwt', { ignoreExpiry: true }),
    ).not.toBeNull()
  })

  test.each(['nbf', 'iat'])('%s may lie 5 seconds ahead, not 6', async (claim) => {
    expect(await verifyJwt(context.ctx, await sign({ [claim]: now + 5 }), 'at+jwt')).not.toBeNull()
    expect(await verifyJwt(context.ctx, await sign({ [claim]: now + 6 }), 'at+jwt')).toBeNull()
  })

  test.each([
    ['no exp', { exp: undefined }],
    ['exp as text', { exp: '9999999999' }],
    ['nbf as text', { nbf: '0' }],
    ['iat as null', { iat: null }],
  ])('refused: %s', async (_, changes) => {
    expect(await verifyJwt(context.ctx, await sign(changes), 'at+jwt')).toBeNull()
  })

  test.each([
    ['no kid', { kid: undefined }],
    ['an unknown kid', { kid: '00000000-0000-4000-8000-000000000000' }],
    ['a kid that is no text', { kid: 7 }],
    ['a kid no database takes', { kid: '\0'.repeat(36) }],
    ['no typ', { typ: undefined }],
    ['another case of typ', { typ: 'AT+JWT' }],
  ])('refused: %s', async (_, header) => {
    expect(await verifyJwt(context.ctx, await signWith(header), 'at+jwt')).toBeNull()
  })

  test.each(['[]', '"text"', 'null', '7', 'no json'])(
    'a payload of %s is no token',
    async (text) => {
      expect(await verifyJwt(context.ctx, await signWith({}, text), 'at+jwt')).toBeNull()
    },
  )

  test('another algorithm by the same key is refused', async () => {
    const { keyIdentifier: kid } = await signingKey(context.ctx)
    const { privateKey } = await generateKeyPair('RS512')
    const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'RS512', kid, typ: 'at+jwt' })
      .sign(privateKey)
    expect(await verifyJwt(context.ctx, token, 'at+jwt')).toBeNull()
  })

  test('a foreign key under our kid is refused', async () => {
    const { keyIdentifier: kid } = await signingKey(context.ctx)
    const { privateKey } = await generateKeyPair('RS256')
    const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' })
      .sign(privateKey)
    expect(await verifyJwt(context.ctx, token, 'at+jwt')).toBeNull()
  })

  test('HS256 keyed with the public key, and alg none, are refused', async () => {
    const { keyIdentifier: kid } = await signingKey(context.ctx)
    const stored = await context.store.signingKeys.findByState('current')
    const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' })
      .sign(new TextEncoder().encode(stored?.publicKeyPem))
    expect(await verifyJwt(context.ctx, token, 'at+jwt')).toBeNull()
    const unsecured = new UnsecuredJWT(claims).encode()
    expect(await verifyJwt(context.ctx, unsecured, 'at+jwt')).toBeNull()
  })

  test('text that is no token gives null, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.base64String(), { maxLength: 5 }).map((parts) => parts.join('.')),
          fc.json().map((json) => `${Buffer.from(json).toString('base64url')}.e30.AA`),
        ),
        async (text) => {
          expect(await verifyJwt(context.ctx, text, 'at+jwt')).toBeNull()
        },
      ),
    )
  })
})
