import { beforeAll, describe, expect, test } from 'vitest'
import { redeem, requestToken, signIn } from '#tests/support/oauth.ts'
import { aResource, aUser, storedSecretOf, type TestClient } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { runCommand, runForJson } from './run-command.ts'

interface Created {
  readonly id: number
  readonly clientId: string
  readonly clientSecret?: string
}

let app: TestServer
let database: { readonly url: string }

beforeAll(async () => {
  app = await server({ now: new Date() })
  database = { url: app.config.databaseUrl }
  await aResource(app.store, 'orders', ['read', 'write'])
})

async function stored({ clientId, clientSecret = '' }: Created): Promise<TestClient> {
  const client = await app.store.clients.findByIdentifier(clientId)
  if (!client) throw new Error('The client is missing.')
  return { ...client, secret: clientSecret, redirectUri: client.redirectUris[0]?.uri ?? '' }
}

const callback = 'https://app.example.org/callback'

describe('create-client', () => {
  test('makes a web application that people sign in to with the printed secret', async () => {
    const argv = ['create-client', 'shop', '--redirect-uri', callback, '--display-name', 'Shop']
    const created = await runForJson<Created>(database, argv)
    const client = await stored(created)
    expect(client).toMatchObject({ id: created.id, displayName: 'Shop', isPublic: false })
    const signedIn = await signIn(app, client, await aUser(app.store))
    expect((await redeem(app, client, signedIn)).status).toBe(200)
  })

  test('makes an application that authenticates by keys in place of a secret', async () => {
    const jwksUri = 'https://app.example.org/jwks.json'
    const argv = ['create-client', 'signing', '--redirect-uri', callback, '--jwks-uri', jwksUri]
    const created = await runForJson<Created>(database, argv)
    expect(created.clientSecret).toBeUndefined()
    expect(await stored(created)).toMatchObject({
      isPublic: false,
      clientSecretEncrypted: null,
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwksUri,
    })
    const refused = await runCommand(database, [...argv, '--kind', 'public'])
    expect(refused.code).not.toBe(0)
  })

  test('makes a public application with PKCE and without a secret', async () => {
    const argv = ['create-client', 'phone', '--kind', 'public', '--redirect-uri', 'app://back']
    const scopes = ['--allowed-scope', 'openid', '--allowed-scope', 'orders:*']
    const told = ['--backchannel-logout-uri', 'https://app.example.org/out']
    const flags = ['--web-origin', 'https://APP.example.org/', '--consent-required']
    const extra = [...flags, ...scopes, ...told]
    const created = await runForJson<Created>(database, [...argv, ...extra])
    expect(created.clientSecret).toBeUndefined()
    const client = await stored(created)
    expect(client).toMatchObject({
      isPublic: true,
      pkceRequired: true,
      consentRequired: true,
      allowedScopes: 'openid orders:*',
      backchannelLogoutUri: 'https://app.example.org/out',
      clientSecretEncrypted: null,
    })
    expect(await app.store.clients.hasWebOrigin('https://app.example.org')).toBe(true)
    const signedIn = await signIn(app, client, await aUser(app.store))
    expect((await redeem(app, client, signedIn)).status).toBe(200)
  })

  test('makes an application for devices, without a redirect URI', async () => {
    const argv = ['create-client', 'lamp', '--kind', 'public', '--device']
    const client = await stored(await runForJson<Created>(database, argv))
    expect(client).toMatchObject({
      isPublic: true,
      deviceGrantEnabled: true,
      authorizationCodeEnabled: false,
      allowedScopes: null,
      redirectUris: [],
    })
  })

  test('makes a service that gets a token with its permissions', async () => {
    const argv = ['create-client', 'robot', '--kind', 'service', '--permission', 'orders:read']
    const client = await stored(await runForJson<Created>(database, argv))
    const { status, body } = await requestToken(app, client, { grant_type: 'client_credentials' })
    expect([status, body.scope]).toEqual([200, 'orders:read'])
  })

  test('takes a secret from a pipe and does not print it', async () => {
    const secret = 's3cret.'.repeat(10)
    const argv = ['create-client', 'piped', '--kind', 'service', '--secret-from-stdin']
    const { code, out } = await runCommand(database, argv, { input: `${secret}\n` })
    expect([code, out.includes(secret)]).toEqual([0, false])
    const client = await app.store.clients.findRecord('piped')
    expect(storedSecretOf(client, app.runtime.cipher)).toBe(secret)
  })

  test('refuses a secret that a client could not send, and makes nothing', async () => {
    const argv = ['create-client', 'blank', '--kind', 'service', '--secret-from-stdin']
    const { code } = await runCommand(database, argv, { input: 'a secret with blanks and é' })
    expect(code).toBe(1)
    expect(await app.store.clients.findByIdentifier('blank')).toBeNull()
  })

  test('writes down who made it', async () => {
    const argv = ['create-client', 'noted', '--kind', 'service', '--administrative-scopes']
    const { id } = await runForJson<Created>(database, argv)
    const rows = await app.runtime.database.prisma.auditLog.findMany({ orderBy: { id: 'asc' } })
    const entries = rows
      .map(({ auditEvent, details }) => ({ auditEvent, ...JSON.parse(details) }))
      .filter(({ clientId }) => clientId === id)
    expect(entries.map(({ auditEvent }) => auditEvent)).toEqual([
      'created_client',
      'updated_client_administrative_scopes',
    ])
    for (const { loggedInUser } of entries) expect(loggedInUser).toBe('command line')
  })

  const refusals: [what: string, argv: string[], code: number, sentence: RegExp][] = [
    ['an identifier of the wrong form', ['1st', '--kind', 'service'], 1, /\bID\b/],
    ['an identifier in use', ['shop', '--kind', 'service'], 1, /Another client/],
    [
      'a permission that does not exist',
      ['bad1', '--kind', 'service', '--permission', 'orders:fly'],
      1,
      /Permission 'orders:fly' not found/,
    ],
    [
      'a permission with a third part',
      ['bad1', '--kind', 'service', '--permission', 'orders:read:all'],
      1,
      /Permission 'orders:read:all' not found/,
    ],
    ['an unusable redirect URI', ['bad2', '--redirect-uri', '/callback'], 1, /absolute URI/],
    ['an unusable origin', ['bad3', '--redirect-uri', callback, '--web-origin', 'x'], 1, /origin/],
    ['a web application without redirect URI', ['bad4'], 2, /--redirect-uri is required/],
    ['permissions of people’s applications', ['bad5', '--permission', 'orders:read'], 2, /service/],
    [
      'redirect URIs of a service',
      ['bad6', '--kind', 'service', '--redirect-uri', callback],
      2,
      /Users do not sign in/,
    ],
    [
      'scopes of people for a service',
      ['bad6', '--kind', 'service', '--allowed-scope', 'openid'],
      2,
      /Users do not/,
    ],
    [
      'a scope that does not exist',
      ['bad8', '--redirect-uri', callback, '--allowed-scope', 'orders:fly'],
      1,
      /orders:fly/,
    ],
    [
      'a sign-out of a service',
      ['bad6', '--kind', 'service', '--backchannel-logout-uri', 'https://app.example.org/out'],
      2,
      /Users do not/,
    ],
    [
      'a consent to a service',
      ['bad6', '--kind', 'service', '--consent-required'],
      2,
      /Users do not/,
    ],
    [
      'a secret for a public client',
      ['bad7', '--kind', 'public', '--secret-from-stdin'],
      2,
      /no secret/,
    ],
  ]
  test.each(refusals)('refuses %s and makes nothing', async (_, argv, code, sentence) => {
    const before = await app.runtime.database.prisma.client.count()
    const refused = await runCommand(database, ['create-client', ...argv])
    expect(refused).toEqual({ code, out: '', err: expect.stringMatching(sentence) })
    expect(await app.runtime.database.prisma.client.count()).toBe(before)
  })
})

describe('rotate-keys', () => {
  test('makes the next key the current one and says so in the audit log', async () => {
    const before = await app.store.signingKeys.findByState('next')
    const { keys } = await runForJson<{ keys: { state: string; kid: string }[] }>(database, [
      'rotate-keys',
    ])
    expect(keys.map(({ state }) => state)).toEqual(['next', 'current', 'previous'])
    expect(keys[1]?.kid).toBe(before?.keyIdentifier)
    const entry = await app.runtime.database.prisma.auditLog.findFirst({
      where: { auditEvent: 'rotated_keys' },
    })
    expect(JSON.parse(entry?.details ?? '{}')).toEqual({ loggedInUser: 'command line' })
  })
})
