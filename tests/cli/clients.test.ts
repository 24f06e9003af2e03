import { beforeAll, describe, expect, test } from 'vitest'
import { authorizePath, redeem, requestToken, signIn } from '#tests/support/oauth.ts'
import {
  aClient,
  aPublicClient,
  aUser,
  storedSecretOf,
  type TestClient,
} from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { runCommand, runForJson } from './run-command.ts'

let app: TestServer
let database: { readonly url: string }

beforeAll(async () => {
  app = await server({ now: new Date() })
  database = { url: app.config.databaseUrl }
})

const callback = 'https://client.example/callback'

async function stored({ clientIdentifier }: Pick<TestClient, 'clientIdentifier'>) {
  const client = await app.store.clients.findByIdentifier(clientIdentifier)
  if (!client) throw new Error('The client is missing.')
  return client
}

async function urisOf(client: TestClient): Promise<string[]> {
  return (await stored(client)).redirectUris.map(({ uri }) => uri)
}

/** The command line's audit events about a client, oldest first. */
async function eventsOf({ id }: { readonly id: number }): Promise<string[]> {
  const rows = await app.runtime.database.prisma.auditLog.findMany({ orderBy: { id: 'asc' } })
  return rows
    .map(({ auditEvent, details }) => ({ auditEvent, ...JSON.parse(details) }))
    .filter((entry) => entry.clientId === id && entry.loggedInUser === 'command line')
    .map((entry) => entry.auditEvent)
}

describe('create-client --pkce-optional', () => {
  test('makes a web application that signs people in without PKCE', async () => {
    const argv = ['create-client', 'old-shop', '--redirect-uri', callback, '--pkce-optional']
    await runForJson(database, argv)
    const client = { ...(await stored({ clientIdentifier: 'old-shop' })), redirectUri: callback }
    expect(client.pkceRequired).toBe(false)
    const answer = await app.fetch(authorizePath(client, {}))
    expect(answer.headers.get('location')).not.toContain('error=')
  })

  test.each([['public'], ['service']])('is refused for a client of the kind %s', async (kind) => {
    const uris = kind === 'public' ? ['--redirect-uri', callback] : []
    const argv = ['create-client', `old-${kind}`, '--kind', kind, ...uris, '--pkce-optional']
    const { code, err } = await runCommand(database, argv)
    expect([code, err]).toEqual([2, expect.stringContaining('--pkce-optional is for --kind web')])
    expect(await app.store.clients.findByIdentifier(`old-${kind}`)).toBeNull()
  })
})

describe('update-client', () => {
  const update = (client: TestClient, ...options: string[]) =>
    runCommand(database, ['update-client', client.clientIdentifier, ...options])

  test('adds and removes addresses; a sign-in returns to the new one at once', async () => {
    const client = await aClient(app.store, { webOrigins: ['https://old.example'] })
    const added = 'https://new.example/cb?a=b'
    const { code, out } = await update(
      client,
      ...['--add-redirect-uri', ` ${added} `, '--add-redirect-uri', added],
      ...['--remove-redirect-uri', callback],
      ...[
        '--add-web-origin',
        'HTTPS://New.example:443/',
        '--remove-web-origin',
        'https://OLD.example',
      ],
    )
    expect([code, out.split('\n')]).toEqual([
      0,
      [
        `The client ${client.clientIdentifier} was saved.`,
        `Redirect URI: ${added}`,
        'Web origin:   https://new.example',
      ],
    ])
    const signedIn = await signIn(app, { ...client, redirectUri: added }, await aUser(app.store))
    expect((await redeem(app, { ...client, redirectUri: added }, signedIn)).status).toBe(200)
    expect(await eventsOf(client)).toEqual(['updated_redirect_uris', 'updated_web_origins'])
  })

  test('what is there already is no change, and not told as one', async () => {
    const client = await aClient(app.store)
    expect((await update(client, '--add-redirect-uri', callback)).code).toBe(0)
    expect(await urisOf(client)).toEqual([callback])
    expect(await eventsOf(client)).toEqual([])
  })

  test.each([
    ['optional', false],
    ['required', true],
    ['inherit', null],
  ] as const)('--pkce %s', async (rule, pkceRequired) => {
    const client = await aClient(app.store, { pkceRequired: rule !== 'required' })
    const argv = ['update-client', client.clientIdentifier, '--pkce', rule]
    expect(await runForJson(database, argv)).toMatchObject({ pkceRequired })
    expect(await stored(client)).toMatchObject({ pkceRequired, authorizationCodeEnabled: true })
    expect(await eventsOf(client)).toEqual(['updated_client_oauth2_flows'])
  })

  test.each([
    ['an address that is none', ['--add-redirect-uri', '/callback'], 'absolute'],
    ['a fragment', ['--add-redirect-uri', 'https://a.example/#x'], 'fragment'],
    ['an origin with a path', ['--add-web-origin', 'https://a.example/x'], 'scheme, a host'],
    [
      'one that is not there',
      ['--remove-redirect-uri', `${callback}/`],
      `no redirect URI '${callback}/'`,
    ],
    ['an origin that is not there', ['--remove-web-origin', 'https://a.example'], 'no web origin'],
  ])('refuses %s, and changes nothing', async (_, options, sentence) => {
    const client = await aClient(app.store)
    const good = ['--add-redirect-uri', 'https://good.example/', '--pkce', 'optional']
    const { code, err } = await update(client, ...good, ...options)
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
    expect(await stored(client)).toMatchObject({ pkceRequired: client.pkceRequired })
    expect(await urisOf(client)).toEqual([callback])
    expect(await eventsOf(client)).toEqual([])
  })

  test('holds public clients, services and the console to their rules', async () => {
    const spa = await aPublicClient(app.store, { pkceRequired: true })
    expect((await update(spa, '--pkce', 'optional')).err).toContain('always needs PKCE')
    const flows = { authorizationCodeEnabled: false, redirectUris: [] }
    const service = await aClient(app.store, flows)
    expect((await update(service, '--add-redirect-uri', callback)).code).toBe(1)
    const own = await app.store.clients.findByIdentifier('admin-console-client')
    const uri = own?.redirectUris[0]?.uri ?? ''
    const argv = ['update-client', 'admin-console-client', '--remove-redirect-uri', uri]
    expect((await runCommand(database, argv)).err).toContain('cannot do without')
  })

  test.each([
    [['update-client', 'nobody', '--pkce', 'optional'], 1, "Client 'nobody' not found."],
    [['update-client', 'x'], 2, 'Nothing to change'],
    [['update-client', 'x', '--pkce', 'off'], 2, 'required, optional, inherit'],
    [['update-client', '--pkce', 'optional'], 2, 'Missing argument <identifier>'],
  ])('%j', async (argv, exitCode, sentence) => {
    const { code, err } = await runCommand(database, argv)
    expect([code, err]).toEqual([exitCode, expect.stringContaining(sentence)])
  })
})

describe('client-secret', () => {
  const secretCommand = (client: TestClient, options: string[], input = '') =>
    runCommand(database, ['client-secret', client.clientIdentifier, ...options], { input })
  const isAccepted = async (client: TestClient, secret: string) => {
    const grant = { grant_type: 'client_credentials', scope: 'nothing:here' }
    const { body } = await requestToken(app, { ...client, secret }, grant)
    return body.error !== 'invalid_client'
  }

  test('--show prints the secret alone, and the look is written down', async () => {
    const client = await aClient(app.store)
    const { code, out, err } = await secretCommand(client, ['--show'])
    expect([code, out, err]).toEqual([0, client.secret, ''])
    expect(await eventsOf(client)).toEqual(['viewed_client_secret'])
    const argv = ['client-secret', client.clientIdentifier, '--show']
    expect(await runForJson(database, argv)).toEqual({
      id: client.id,
      clientId: client.clientIdentifier,
      clientSecret: client.secret,
    })
  })

  test('--rotate replaces it and prints nothing of it', async () => {
    const client = await aClient(app.store)
    const { code, out, err } = await secretCommand(client, ['--rotate'])
    expect(code).toBe(0)
    const secret = storedSecretOf(await stored(client), app.runtime.cipher) ?? ''
    expect(secret).toMatch(/^[0-9A-Za-z._-]{60}$/)
    expect(`${out}${err}`).not.toContain(secret)
    expect([await isAccepted(client, client.secret), await isAccepted(client, secret)]).toEqual([
      false,
      true,
    ])
    expect(await eventsOf(client)).toEqual(['updated_client_authentication'])
  })

  test('--rotate --show prints the new one, on standard error when standard output is full', async () => {
    const client = await aClient(app.store)
    const { out } = await secretCommand(client, ['--rotate', '--show'])
    expect(await isAccepted(client, out)).toBe(true)
    expect(await eventsOf(client)).toEqual([
      'updated_client_authentication',
      'viewed_client_secret',
    ])
    const argv = ['client-secret', client.clientIdentifier, '--rotate', '--show']
    const { code, err } = await runCommand(database, argv, { room: 0 })
    const secret = storedSecretOf(await stored(client), app.runtime.cipher) ?? ''
    expect([code, err.includes(secret)]).toEqual([1, true])
  })

  test('takes one from a pipe and does not print it', async () => {
    const client = await aClient(app.store)
    const secret = 's3cret.'.repeat(10)
    const { code, out } = await secretCommand(client, ['--secret-from-stdin'], `${secret}\n`)
    expect([code, out.includes(secret), await isAccepted(client, secret)]).toEqual([0, false, true])
  })

  test('refuses a secret that is too short, and a client without one', async () => {
    const client = await aClient(app.store)
    expect((await secretCommand(client, ['--secret-from-stdin'], 'short')).code).toBe(1)
    expect(await isAccepted(client, client.secret)).toBe(true)
    const spa = await aPublicClient(app.store)
    for (const options of [['--show'], ['--rotate']]) {
      const { code, err } = await secretCommand(spa, options)
      expect([code, err]).toEqual([1, expect.stringContaining('is public and has no secret')])
    }
    expect((await stored(spa)).isPublic).toBe(true)
    expect(await eventsOf(spa)).toEqual([])
  })

  test.each([
    [['client-secret', 'x'], 2, 'is required'],
    [['client-secret', 'x', '--rotate', '--secret-from-stdin'], 2, 'not both'],
    [['client-secret', 'nobody', '--show'], 1, "Client 'nobody' not found."],
  ])('%j', async (argv, exitCode, sentence) => {
    const { code, err } = await runCommand(database, argv, { input: 'x'.repeat(60) })
    expect([code, err]).toEqual([exitCode, expect.stringContaining(sentence)])
  })
})

test('the lists of commands and options name them', async () => {
  const { out } = await runCommand(database, ['help'])
  expect(out).toMatch(/update-client +Adds and removes redirect URIs/)
  expect(out).toMatch(/client-secret +Shows or replaces the secret/)
  expect((await runCommand(database, ['client-secret', '--help'])).out).toContain('--rotate')
})
