import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCipher } from '#lib/base/crypto/cipher.ts'
import { refresh, requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestClient } from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { encryptionKey } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const projectFolder = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'authserver-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command as users do: `npm run authserver -- <command>`. */
function authserver(
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
  input = '',
): Promise<CommandResult> {
  return runProgram('npm', ['run', '--silent', 'authserver', '--', ...argv], env, input)
}

/** Runs a shell line; the line fails when any command of its pipes fails. */
function shell(
  env: Readonly<Record<string, string | undefined>>,
  line: string,
): Promise<CommandResult> {
  return runProgram('bash', ['--norc', '-o', 'pipefail', '-c', line], env, '')
}

function runProgram(
  program: string,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  input: string,
): Promise<CommandResult> {
  const child = spawn(program, argv, {
    cwd: projectFolder,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err }))
  })
}

describe('beside a running server', () => {
  let started: StartedServer
  let server: RemoteServer
  let env: Record<string, string>

  beforeAll(async () => {
    started = await startServer({ RATE_LIMITER_ENABLED: 'false' })
    server = remoteServer(started.baseUrl)
    const { baseUrl, databaseUrl } = started
    env = { BASE_URL: baseUrl, DATABASE_URL: databaseUrl, ENCRYPTION_KEY: encryptionKey }
  })
  afterAll(() => started?.remove())

  /** Runs a command that must succeed and parses its JSON. */
  async function run<T>(...argv: string[]): Promise<T> {
    const { code, out, err } = await authserver(env, [...argv, '--json'])
    if (code !== 0) throw new Error(`${argv[0]} ended with ${code}: ${err}`)
    return JSON.parse(out) as T
  }

  /** A client with the secret that the command printed. */
  async function stored(clientId: string, secret: string): Promise<TestClient> {
    const client = await withStore(started.databaseUrl, (store) =>
      store.clients.findByIdentifier(clientId),
    )
    if (!client) throw new Error('The client is missing.')
    return { ...client, secret, redirectUri: '' }
  }

  test('doctor finds nothing that stops anybody', async () => {
    const { code, out, err } = await authserver(env, ['doctor'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^ok +BASE_URL: +http:\/\/localhost:\d+ leads to this server\.$/m)
    expect(out).toMatch(/^0 problems, /m)
  })

  test('a client that create-client made gets tokens at once', async () => {
    const { clientId, clientSecret } = await run<{ clientId: string; clientSecret: string }>(
      'create-client',
      'robot',
      '--kind',
      'service',
      '--permission',
      'authserver:admin-read',
    )
    const client = await stored(clientId, clientSecret)
    const { status, body } = await requestToken(server, client, {
      grant_type: 'client_credentials',
    })
    expect([status, body.scope]).toEqual([200, 'authserver:admin-read'])
  })

  test('a password set by reset-admin-password signs in, the former one no longer', async () => {
    const app = await withStore(started.databaseUrl, (store) =>
      aClient(store, { resourceOwnerPasswordCredentialsEnabled: true }),
    )
    const { email, password: former } = started.administrator
    const argv = ['reset-admin-password', '--email', email, '--password-from-stdin']
    const { code, out } = await authserver(env, argv, 'Tea-with-lemon-42\n')
    expect([code, out.includes('Tea-with-lemon-42')]).toEqual([0, false])
    const ask = (password: string) =>
      requestToken(server, app, { grant_type: 'password', username: email, password })
    expect((await ask('Tea-with-lemon-42')).status).toBe(200)
    expect((await ask(former)).status).toBe(400)
  })

  test.each([
    ['on a full disk', '> /dev/full', 'ENOSPC'],
    ['for a reader who has gone', '| true', 'EPIPE'],
  ])('a password generated %s is told on standard error, once', async (_, redirection, reason) => {
    const app = await withStore(started.databaseUrl, (store) =>
      aClient(store, { resourceOwnerPasswordCredentialsEnabled: true }),
    )
    const email = `${reason.toLowerCase()}@example.org`
    const command = `npm run --silent authserver -- create-admin --email ${email} ${redirection}`
    const { code, out, err } = await shell(env, command)
    expect([code, out]).toEqual([1, ''])
    const [first, last = '', ...others] = err.trimEnd().split('\n')
    expect(first).toMatch(`Cannot write to standard output: ${reason}`)
    expect(others).toEqual([])
    const password = last.replace('Password (shown only now): ', '')
    const answer = await requestToken(server, app, {
      grant_type: 'password',
      username: email,
      password,
    })
    expect(answer.status).toBe(200)
  })

  test('keys that rotate-keys rotated are published at once', async () => {
    const { keys } = await run<{ keys: { kid: string }[] }>('rotate-keys')
    const published = (await (await server.fetch('/certs')).json()) as { keys: { kid: string }[] }
    expect(published.keys.map(({ kid }) => kid).sort()).toEqual(keys.map(({ kid }) => kid).sort())
  })

  test('an exported file, changed and imported, changes the running server', async () => {
    const file = join(folder, 'configuration.yaml')
    expect((await authserver(env, ['export', file])).code).toBe(0)
    const text = readFileSync(file, 'utf8').replace(
      'dynamicClientRegistrationEnabled: false',
      'dynamicClientRegistrationEnabled: true',
    )
    writeFileSync(file, text)
    const dry = await authserver(env, ['import', file, '--dry-run'])
    expect(dry.out).toContain('general.dynamicClientRegistrationEnabled: false → true')
    const metadata = async () =>
      (await server.fetch('/.well-known/openid-configuration')).json() as Promise<object>
    expect(await metadata()).not.toHaveProperty('registration_endpoint')
    expect((await authserver(env, ['import', file])).out).toContain('1 record changed.')
    expect(await metadata()).toHaveProperty('registration_endpoint')
  })

  test('a backup made while tokens are refreshed serves those who were answered before it', async () => {
    const { app, tokens } = await signInMany(started.databaseUrl, server, 4)
    const backup = join(folder, 'backup.db')
    let isBusy = true
    const [settled = '', ...moving] = tokens
    const busy = moving.map(async (first) => {
      let token = first
      while (isBusy) {
        const { status, body } = await refresh(server, app, token)
        expect(status).toBe(200)
        token = body.refresh_token ?? ''
      }
    })
    const { code, err } = await authserver(env, ['backup', backup])
    isBusy = false
    await Promise.all(busy)
    expect([code, err]).toEqual([0, expect.stringContaining('Back up the encryption key too')])
    const restored = await startServer({ DATABASE_URL: `file:${backup}` })
    try {
      const answer = await refresh(remoteServer(restored.baseUrl), app, settled)
      expect(answer.status).toBe(200)
    } finally {
      await restored.remove()
    }
  })

  test('entries that the database does not keep are printed on standard error', async () => {
    await withStore(started.databaseUrl, (store) =>
      store.settings.update({ auditLogsInDatabaseEnabled: false }),
    )
    const { code, err } = await authserver(env, ['create-client', 'noted', '--kind', 'service'])
    expect([code, JSON.parse(err)]).toEqual([
      0,
      expect.objectContaining({ audit_event: 'created_client', loggedInUser: 'command line' }),
    ])
  })
})

describe('without an installation', () => {
  test('no command makes one', async () => {
    const dataDir = join(folder, 'nothing-here')
    for (const argv of [['rotate-keys'], ['export'], ['doctor'], ['backup', 'x.db']]) {
      const { code } = await authserver({ DATA_DIR: dataDir }, argv)
      expect(code, argv[0]).toBe(1)
    }
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('an encryption key that is replaced', () => {
  const databaseUrl = `file:${join(folder, 'key.db')}`
  const otherKey = 'c3'.repeat(32)
  const start = (env: Record<string, string>) =>
    startServer({ DATABASE_URL: databaseUrl, RATE_LIMITER_ENABLED: 'false', ...env })

  test('is gone from the database after one start with both, and nobody notices', async () => {
    const old = await start({})
    let remote = remoteServer(old.baseUrl)
    const { app, tokens } = await signInMany(databaseUrl, remote, 1)
    await old.remove()

    const both = await start({ ENCRYPTION_KEY: otherKey, ENCRYPTION_KEY_PREVIOUS: encryptionKey })
    remote = remoteServer(both.baseUrl)
    const second = await refresh(remote, app, tokens[0] ?? '')
    expect(second.status).toBe(200)
    await both.remove()

    const onlyNew = await start({ ENCRYPTION_KEY: otherKey })
    remote = remoteServer(onlyNew.baseUrl)
    const third = await refresh(remote, app, second.body.refresh_token ?? '')
    expect(third.status).toBe(200)
    await onlyNew.remove()

    const cipher = openCipher(Buffer.from(otherKey, 'hex'))
    await withStore(databaseUrl, async (store) => {
      const sealed = (await store.signingKeys.findAll()).map((key) =>
        cipher.isCurrent(
          key.privateKeyEncrypted,
          `key_pairs.private_key_encrypted/${key.keyIdentifier}`,
        ),
      )
      for (const { id, clientSecretEncrypted } of await store.clients.all()) {
        if (!clientSecretEncrypted) continue
        sealed.push(
          cipher.isCurrent(clientSecretEncrypted, `clients.client_secret_encrypted/${id}`),
        )
      }
      expect(sealed.length).toBeGreaterThan(3)
      expect(sealed).not.toContain(false)
    })
    await expect(start({})).rejects.toThrow('does not decrypt the secrets in the database')
    const command = await authserver({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: encryptionKey }, [
      'rotate-keys',
    ])
    expect([command.code, command.err]).toEqual([1, expect.stringContaining('does not decrypt')])
  })
})

/** Refresh tokens of one user, each of its own grant. */
async function signInMany(databaseUrl: string, server: RemoteServer, count: number) {
  const { app, user } = await withStore(databaseUrl, async (store) => ({
    app: await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true }),
    user: await aUser(store),
  }))
  const tokens: string[] = []
  for (let i = 0; i < count; i++) {
    const { body } = await requestToken(server, app, {
      grant_type: 'password',
      username: user.email,
      password: user.password,
      scope: 'openid offline_access',
    })
    tokens.push(body.refresh_token ?? '')
  }
  return { app, tokens }
}
