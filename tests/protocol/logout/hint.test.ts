import {
  createCipheriv,
  createHash,
  createHmac,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import fc from 'fast-check'
import { CompactSign } from 'jose'
import { describe, expect, test } from 'vitest'
import { epochSeconds } from '#lib/base/time/clock.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aPublicClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { viewOf } from '#tests/support/views.ts'
import { encryptHint, type Fixture, getLogout, logoutServer } from './fixture.ts'

const { app, fixture } = await logoutServer()
const now = epochSeconds(testStart)
const another = await aClient(app.store)

/** True when the hint signed the user out, false when the confirmation page answered. */
async function confirms(
  { client, session }: Fixture,
  hint: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const response = await getLogout(app, { id_token_hint: hint, ...parameters }, session)
  expect(response.status).toBe(200)
  const page = viewOf(response)?.page
  const onSession = await app.store.sessions.removeClient(session.id, client.id)
  expect(['signed-out', 'logout-confirm']).toContain(page)
  expect(onSession).toBe(page === 'logout-confirm')
  return page === 'signed-out'
}

describe('a signed hint', () => {
  test('is confirmed when everything holds', async () => {
    const signedIn = await fixture()
    expect(await confirms(signedIn, await signedIn.hint())).toBe(true)
  })

  test.each([
    ['no sub', { sub: undefined }],
    ['an empty sub', { sub: '' }],
    ['a sub that is no text', { sub: 7 }],
    ['another sub than the owner of the session', { sub: 'somebody-else' }],
    ['no iat', { iat: undefined }],
    ['an iat with a fraction', { iat: now - 0.5 }],
    ['an iat that is text', { iat: String(now) }],
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['the issuer with a slash', { iss: 'http://localhost:3000/' }],
    ['no issuer', { iss: undefined }],
    ['no aud', { aud: undefined }],
    ['an empty aud', { aud: '' }],
    ['a list as aud', { aud: ['a', 'b'] }],
    ['an aud that no client has', { aud: 'nobody' }],
    ['an nbf to come', { nbf: now + 1 }],
    ['an nbf with a fraction', { nbf: now - 0.5 }],
    ['no exp', { exp: undefined }],
    ['an exp that is text', { exp: '9999999999' }],
    ['no sid', { sid: undefined }],
    ['an empty sid', { sid: '' }],
    ["another sid than the browser's session", { sid: 'another-session' }],
  ])('with %s is not confirmed', async (_, changes) => {
    const signedIn = await fixture()
    expect(await confirms(signedIn, await signedIn.hint(changes))).toBe(false)
  })

  test('whose nbf has just passed is confirmed', async () => {
    const signedIn = await fixture()
    expect(await confirms(signedIn, await signedIn.hint({ nbf: now }))).toBe(true)
  })

  test('that has expired is confirmed while its session exists', async () => {
    const signedIn = await fixture()
    expect(await confirms(signedIn, await signedIn.hint({ exp: now - 86_400 }))).toBe(true)
  })

  test('that has expired is not confirmed once its session is gone', async () => {
    const signedIn = await fixture()
    await app.store.sessions.remove(signedIn.session.id)
    for (const exp of [now - 1, now]) {
      const parameters = { id_token_hint: await signedIn.hint({ exp }) }
      expect(viewOf(await getLogout(app, parameters))?.page).toBe('logout-confirm')
    }
    const current = { id_token_hint: await signedIn.hint() }
    expect(viewOf(await getLogout(app, current))?.page).toBe('signed-out')
  })

  test.each([['at+jwt'], ['rt+jwt']] as const)('of the kind %s is no ID token', async (kind) => {
    const signedIn = await fixture()
    expect(await confirms(signedIn, await signedIn.hint({}, kind))).toBe(false)
  })

  test('of a disabled client is confirmed', async () => {
    const signedIn = await fixture()
    await app.store.clients.update(signedIn.client.id, { enabled: false })
    expect(await confirms(signedIn, await signedIn.hint())).toBe(true)
  })

  test("for one user is not confirmed over another user's session", async () => {
    const signedIn = await fixture()
    const other = await aUser(app.store)
    expect(await confirms(signedIn, await signedIn.hint({ sub: other.subject }))).toBe(false)
  })

  test('that names a session of its own is not confirmed in a browser that holds another', async () => {
    const signedIn = await fixture()
    const elsewhere = await aSession(app.store, signedIn.user, [signedIn.client])
    const hint = await signedIn.hint({ sid: elsewhere.sessionIdentifier })
    expect(await confirms(signedIn, hint)).toBe(false)
  })
})

describe('a forged hint', () => {
  const claimsOf = (hint: string) => Buffer.from(hint.split('.')[1] ?? '', 'base64url')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('with alg none is not confirmed', async () => {
    const signedIn = await fixture()
    const [header = '', payload] = (await signedIn.hint()).split('.')
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
    for (const signature of ['', 'AAAA']) {
      const forged = `${encode({ alg: 'none', typ: 'JWT', kid })}.${payload}.${signature}`
      expect(await confirms(await fixture(), forged)).toBe(false)
    }
  })

  test('signed with the public key as a symmetric one is not confirmed', async () => {
    const signedIn = await fixture()
    const hint = await signedIn.hint()
    const key = await app.store.signingKeys.findByState('current')
    const header = encode({ alg: 'HS256', typ: 'JWT', kid: key?.keyIdentifier })
    const input = `${header}.${hint.split('.')[1]}`
    const signature = createHmac('sha256', key?.publicKeyPem ?? '')
      .update(input)
      .digest('base64url')
    expect(await confirms(signedIn, `${input}.${signature}`)).toBe(false)
  })

  test('signed with a key of its own is not confirmed', async () => {
    const signedIn = await fixture()
    const key = await app.store.signingKeys.findByState('current')
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const forged = await new CompactSign(claimsOf(await signedIn.hint()))
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key?.keyIdentifier ?? '' })
      .sign(privateKey)
    expect(await confirms(signedIn, forged)).toBe(false)
  })

  test('with a changed payload is not confirmed', async () => {
    const signedIn = await fixture()
    const [header, , signature] = (await signedIn.hint()).split('.')
    const payload = encode({ ...JSON.parse(claimsOf(await signedIn.hint()).toString()), x: 1 })
    expect(await confirms(signedIn, `${header}.${payload}.${signature}`)).toBe(false)
  })
})

describe('client_id beside a hint', () => {
  test('may be the audience', async () => {
    const signedIn = await fixture()
    const { clientIdentifier: client_id } = signedIn.client
    expect(await confirms(signedIn, await signedIn.hint(), { client_id })).toBe(true)
  })

  test.each([['another client'], ['nobody'], ['']])('may not be %s', async (name) => {
    const signedIn = await fixture()
    const client_id = name === 'another client' ? another.clientIdentifier : name
    expect(await confirms(signedIn, await signedIn.hint(), { client_id })).toBe(false)
  })
})

test('an empty hint is unconfirmable, not absent', async () => {
  const signedIn = await fixture()
  const { clientIdentifier: client_id } = signedIn.client
  const response = await getLogout(app, { id_token_hint: '', client_id }, signedIn.session)
  expect(viewOf(response)).toMatchObject({ page: 'logout-confirm', fields: [] })
})

describe('an encrypted hint', () => {
  /** The effect of the encrypted hint of a signed-in user's client. */
  async function sent(
    header: Readonly<Record<string, unknown>> = {},
    parameters?: (signedIn: Fixture) => Readonly<Record<string, string>>,
    secret?: string,
  ): Promise<boolean> {
    const signedIn = await fixture()
    const jwe = await encryptHint(await signedIn.hint(), secret ?? signedIn.client.secret, header)
    const defaults = { client_id: signedIn.client.clientIdentifier }
    return confirms(signedIn, jwe, parameters ? parameters(signedIn) : defaults)
  }

  test("opens with the client's secret", async () => {
    expect(await sent()).toBe(true)
    expect(await sent({ cty: 'JWT' })).toBe(true)
  })

  test('is nothing without client_id, with an empty one, or with an unknown one', async () => {
    expect(await sent({}, () => ({}))).toBe(false)
    expect(await sent({}, () => ({ client_id: '' }))).toBe(false)
    expect(await sent({}, () => ({ client_id: 'nobody' }))).toBe(false)
  })

  test("is nothing under another client's secret", async () => {
    expect(await sent({}, undefined, 'another-secret')).toBe(false)
    expect(await sent({}, () => ({ client_id: another.clientIdentifier }))).toBe(false)
  })

  test('may not be another kind of content', async () => {
    expect(await sent({ cty: 'json' })).toBe(false)
  })

  test.each([
    ['zip', { alg: 'dir', enc: 'A256GCM', zip: 'DEF' }],
    ['an empty zip', { alg: 'dir', enc: 'A256GCM', zip: '' }],
    ['crit', { alg: 'dir', enc: 'A256GCM', crit: ['exp'], exp: 1 }],
    ['another alg', { alg: 'A256GCMKW', enc: 'A256GCM' }],
    ['another enc', { alg: 'dir', enc: 'A128CBC-HS256' }],
    ['no alg', { enc: 'A256GCM' }],
  ])('with %s in its header is refused although it decrypts', async (_, header) => {
    const signedIn = await fixture()
    const jwe = encryptByHand(await signedIn.hint(), signedIn.client.secret, header)
    const { clientIdentifier: client_id } = signedIn.client
    expect(await confirms(signedIn, jwe, { client_id })).toBe(false)
  })

  test('made by hand opens: the refusals above are about their headers', async () => {
    const signedIn = await fixture()
    const header = { alg: 'dir', enc: 'A256GCM' }
    const jwe = encryptByHand(await signedIn.hint(), signedIn.client.secret, header)
    const { clientIdentifier: client_id } = signedIn.client
    expect(await confirms(signedIn, jwe, { client_id })).toBe(true)
  })

  test('with an encrypted key, a short vector or a short tag is refused', async () => {
    for (const [index, part] of [
      [1, 'AAAA'],
      [2, 'AAAAAAAA'],
      [4, 'AAAAAAAA'],
    ] as const) {
      const signedIn = await fixture()
      const parts = (await encryptHint(await signedIn.hint(), signedIn.client.secret)).split('.')
      parts[index] = part
      const { clientIdentifier: client_id } = signedIn.client
      expect(await confirms(signedIn, parts.join('.'), { client_id })).toBe(false)
    }
  })

  test('with a tag cut to 96 bits is refused', async () => {
    const signedIn = await fixture()
    const parts = (await encryptHint(await signedIn.hint(), signedIn.client.secret)).split('.')
    parts[4] = Buffer.from(parts[4] ?? '', 'base64url')
      .subarray(0, 12)
      .toString('base64url')
    const { clientIdentifier: client_id } = signedIn.client
    expect(await confirms(signedIn, parts.join('.'), { client_id })).toBe(false)
  })

  test('that holds no signed hint is refused', async () => {
    for (const content of ['{}', 'a.b', '\u00ff']) {
      const signedIn = await fixture()
      const jwe = await encryptHint(content, signedIn.client.secret)
      const { clientIdentifier: client_id } = signedIn.client
      expect(await confirms(signedIn, jwe, { client_id })).toBe(false)
    }
  })

  test('of a public client is refused', async () => {
    const signedIn = await fixture()
    const open = await aPublicClient(app.store)
    const jwe = await encryptHint(await signedIn.hint(), '')
    expect(await confirms(signedIn, jwe, { client_id: open.clientIdentifier })).toBe(false)
  })
})

describe('whatever is sent as a hint', () => {
  const never5xx = async (id_token_hint: string, client_id: string) => {
    const response = await getLogout(app, { id_token_hint, client_id })
    expect(response.status).toBe(200)
    expect(viewOf(response)?.page).toBe('logout-confirm')
  }

  test('any text is answered with the confirmation page', async () => {
    const part = fc.oneof(
      fc.base64String({ maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
    )
    const text = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('.'))
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('', 'nobody', another.clientIdentifier), never5xx),
      { numRuns: 150 },
    )
  })

  test('a hint broken at any place, signed or encrypted, is too', async () => {
    const signedIn = await fixture()
    const { client } = signedIn
    const hint = await signedIn.hint({ sid: 'gone', exp: now - 1 })
    const jwe = await encryptHint(hint, client.secret)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(hint, jwe),
        fc.nat(),
        fc.constantFrom('', 'A', '.', '=', '%', 'é'),
        async (whole, position, put) => {
          const at = position % whole.length
          await never5xx(whole.slice(0, at) + put + whole.slice(at + 1), client.clientIdentifier)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('an encrypted anything is too', async () => {
    const { client } = await fixture()
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 80 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        async (bytes, extra) => {
          const header = { ...extra, alg: 'dir', enc: 'A256GCM' }
          await never5xx(encryptByHand(bytes, client.secret, header), client.clientIdentifier)
        },
      ),
      { numRuns: 60 },
    )
  })
})

/** Encrypts without validating the header. */
function encryptByHand(content: string | Uint8Array, secret: string, header: object): string {
  const protectedHeader = Buffer.from(JSON.stringify(header)).toString('base64url')
  const vector = randomBytes(12)
  const key = createHash('sha256').update(secret).digest()
  const cipher = createCipheriv('aes-256-gcm', key, vector)
  cipher.setAAD(Buffer.from(protectedHeader))
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  const parts = [Buffer.alloc(0), vector, sealed, cipher.getAuthTag()]
  return [protectedHeader, ...parts.map((part) => part.toString('base64url'))].join('.')
}
