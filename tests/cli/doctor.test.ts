import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Finding } from '#lib/cli/checks/finding.ts'
import { makeListener } from '#lib/server/dispatch.ts'
import { testProvider } from '#tests/support/databases.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { anInteraction } from '#tests/support/interactions.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { aProvider, sealedSecret } from '#tests/support/providers.ts'
import { rangeServer, sha1Of } from '#tests/support/range-server.ts'
import { openSecondProvider } from '#tests/support/second-provider.ts'
import { openSecureHost } from '#tests/support/secure-host.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { scriptedServer } from '#tests/support/smtp.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { aSelfRegisteredClient } from '../api/admin/clients/self-registered.ts'
import { type CommandResult, runCommand } from './run-command.ts'

const open: Server[] = []
let app: TestServer

beforeEach(async () => {
  app = await server({ now: new Date(), ownDatabase: true })
})
afterEach(async () => {
  for (const one of open.splice(0)) {
    one.closeAllConnections()
    one.close()
  }
})

async function listen(listener: RequestListener): Promise<string> {
  const http = createServer({ joinDuplicateHeaders: true }, listener)
  open.push(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return `http://localhost:${(http.address() as AddressInfo).port}`
}

/** The server under test on a socket, as the start file serves it, without pages. */
function serve(one: TestServer): Promise<string> {
  const none = () => Promise.reject(new Error('There are no pages here.'))
  return listen(makeListener(one.runtime, { serve: none, serveView: none }))
}

/** Runs the doctor with `address` as the configured public address. */
async function examine(
  address: string,
  env: Record<string, string | undefined> = {},
  ...argv: string[]
): Promise<CommandResult & { findings: Finding[] }> {
  await app.store.settings.update({ issuer: address })
  const url = app.config.databaseUrl
  const settings = { BASE_URL: address, ADMIN_PASSWORD: undefined, ...env }
  const result = await runCommand({ url }, ['doctor', '--json', ...argv], { env: settings })
  return { ...result, findings: result.out ? JSON.parse(result.out).findings : [] }
}

/** The findings that are not ok. */
function odd(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ level }) => level !== 'ok')
    .map(({ level, subject, text }) => `${level} ${subject}: ${text}`)
}

describe('doctor', () => {
  test('finds nothing to change in a sound installation, and changes nothing', async () => {
    const address = await serve(app)
    const { code, findings } = await examine(address)
    expect(odd(findings)).toEqual([])
    expect(code).toBe(0)
    expect([...new Set(findings.map(({ subject }) => subject))].sort()).toEqual([
      'BASE_URL',
      'administrator',
      'clock',
      'database',
      'encryption key',
      'key set',
      'mail',
      'proxy',
      'settings',
    ])
    expect(await app.runtime.database.prisma.auditLog.count()).toBe(0)
  })

  test('prints a line for each, and how many there are', async () => {
    const address = await serve(app)
    await app.store.settings.update({ issuer: address })
    const env = { BASE_URL: address, RATE_LIMITER_ENABLED: 'false' }
    const { code, out } = await runCommand({ url: app.config.databaseUrl }, ['doctor'], { env })
    expect(code).toBe(0)
    expect(out).toMatch(
      /^ok {6} database: +(SQLite|PostgreSQL) [\d.]+.*, all migrations applied\.$/m,
    )
    expect(out).toMatch(
      /^warning {2}settings: +only the first start reads ADMIN_PASSWORD\. Remove/m,
    )
    expect(out).toMatch(/^warning {2}settings: +RATE_LIMITER_ENABLED is false/m)
    expect(out.split('\n').at(-1)).toBe('0 problems, 2 warnings')
  })

  test('names every setting that cannot be used', async () => {
    const { code, findings } = await examine('http://localhost:1', { PORT: 'x', WORKERS: '0' })
    expect(code).toBe(1)
    expect(odd(findings)).toEqual([
      expect.stringContaining('problem settings: PORT'),
      expect.stringContaining('problem settings: WORKERS'),
    ])
  })

  test('reads the texts of the installation as the start does', async () => {
    const env = { I18N_OVERRIDES_DIR: '/nonexistent' }
    const { code, findings } = await examine('http://localhost:1', env)
    expect(code).toBe(1)
    expect(odd(findings)).toContainEqual(
      expect.stringMatching(
        /^problem texts: I18N_OVERRIDES_DIR must contain a readable folder "catalogs"/,
      ),
    )
  })

  test('tells that personal data stands in the log', async () => {
    const { code, findings } = await examine(await serve(app), { DEBUG_API_REQUESTS: 'true' })
    expect(code).toBe(0)
    expect(odd(findings)).toEqual([
      expect.stringMatching(
        /^warning settings: DEBUG_API_REQUESTS is true: the log contains personal data/,
      ),
    ])
  })

  test('tells an address where nothing answers', async () => {
    const { code, findings } = await examine('http://localhost:1')
    expect(code).toBe(1)
    expect(odd(findings)).toEqual([
      expect.stringMatching(/^problem BASE_URL: http:\/\/localhost:1 does not respond/),
    ])
  })

  const strangers: [what: string, listener: RequestListener, sentence: RegExp][] = [
    [
      'a redirect',
      (_, res) => res.writeHead(301, { location: 'https://x.example/' }).end(),
      /redirects to https:\/\/x\.example\//,
    ],
    ['another program', (_, res) => res.writeHead(404).end(), /returned 404/],
    ['a server that is not ready', (_, res) => res.writeHead(503).end(), /not ready/],
    [
      'a server with other keys',
      (_, res) => res.end('{"keys":[{"kid":"other"}]}'),
      /other signing keys/,
    ],
    ['a page', (_, res) => res.end('<html>'), /other signing keys/],
  ]
  test.each(strangers)('tells %s at the public address', async (_, listener, sentence) => {
    const { code, findings } = await examine(await listen(listener))
    expect([code, odd(findings).length]).toEqual([1, 1])
    expect(odd(findings)[0]).toMatch(sentence)
  })

  test('tells a clock that is wrong', async () => {
    const real = makeListener(app.runtime, { serve: async () => {}, serveView: async () => {} })
    const address = await listen((req, res) => {
      res.setHeader('Date', new Date(Date.now() - 3_600_000).toUTCString())
      real(req, res)
    })
    const { code, findings } = await examine(address)
    expect(code).toBe(1)
    expect(odd(findings)).toEqual([
      // One hour, plus the duration of the answer.
      expect.stringMatching(
        /^problem clock: the clock of the server at BASE_URL is 36\d\d seconds behind/,
      ),
    ])
  })

  test('tells an issuer that is not the public address', async () => {
    const address = await serve(app)
    const url = app.config.databaseUrl
    const env = { BASE_URL: address, ADMIN_PASSWORD: undefined }
    const { code, out } = await runCommand({ url }, ['doctor', '--json'], { env })
    expect(code).toBe(0)
    expect(odd(JSON.parse(out).findings)).toEqual([
      expect.stringMatching(/^warning BASE_URL: the issuer in the settings is/),
    ])
  })

  test('tells a key that does not open what is stored', async () => {
    const { code, findings } = await examine(await serve(app), { ENCRYPTION_KEY: 'c3'.repeat(32) })
    expect(code).toBe(1)
    expect(odd(findings)).toEqual([expect.stringMatching(/^problem encryption key: /)])
  })

  test('tells a secret that the key does not open, which would stop the next start', async () => {
    const address = await serve(app)
    const client = await aClient(app.store)
    const elsewhere = `clients.client_secret_encrypted/${client.id + 1}` as const
    await app.store.clients.update(client.id, {
      clientSecretEncrypted: app.runtime.cipher.seal('a secret', elsewhere),
    })
    const { code, findings } = await examine(address)
    expect(code).toBe(1)
    expect(odd(findings)).toEqual([
      expect.stringContaining(`but not clients.client_secret_encrypted (id ${client.id}). Set`),
    ])
  })

  test('warns of a short-lived value that the key does not open, and leaves it', async () => {
    const address = await serve(app)
    const client = await aClient(app.store)
    const sealed = app.runtime.cipher.seal('123456', 'form/sign-in-test')
    const { id } = await anInteraction(app.store, client, { emailCodeEncrypted: sealed })
    const { code, findings } = await examine(address)
    expect(code).toBe(0)
    expect(odd(findings)).toEqual([
      expect.stringMatching(
        /^warning encryption key: ENCRYPTION_KEY does not decrypt 1 short-lived value, /,
      ),
    ])
    const { interaction } = app.runtime.database.prisma
    expect(await interaction.findUnique({ where: { id } })).not.toBeNull()
  })

  test('tells missing signing keys and missing administrators', async () => {
    await app.runtime.database.prisma.keyPair.deleteMany({ where: { state: 'next' } })
    await app.runtime.database.prisma.userPermission.deleteMany()
    const { code, findings } = await examine(await serve(app))
    expect(code).toBe(1)
    expect(odd(findings)).toEqual([
      expect.stringMatching(/^problem key set: the next signing key is missing/),
      expect.stringMatching(/^problem administrator: no enabled user holds/),
    ])
  })

  test('tells a database that lacks a migration, without applying it', async () => {
    await app.runtime.database.prisma.$executeRawUnsafe(
      `DELETE FROM "_prisma_migrations" WHERE migration_name LIKE '%console_sessions'`,
    )
    const { code, findings } = await examine('http://localhost:1')
    expect(code).toBe(1)
    expect(odd(findings)).toEqual([
      expect.stringMatching(/^problem database: The database lacks a migration/),
    ])
    const { _count } = await app.runtime.database.prisma.settings.aggregate({ _count: true })
    expect(_count).toBe(1)
  })

  if (testProvider() === 'postgresql')
    test('tells a database that no server starts on', async () => {
      const url = new URL(app.config.databaseUrl)
      const name = url.pathname.slice(1)
      const { prisma: client } = app.runtime.database
      const examined = async () => {
        const { code, out } = await runCommand({ url: url.href }, ['doctor', '--json'])
        expect(code).toBe(1)
        return odd(JSON.parse(out).findings)
      }
      await client.$executeRawUnsafe(
        `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
      )
      expect(await examined()).toContain(
        'problem database: The database is read-only: it is a replica, or default_transaction_read_only is on. Check DATABASE_URL.',
      )
      await client.$executeRawUnsafe(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
      await client.$executeRawUnsafe(
        `CREATE DATABASE ${name}_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`,
      )
      url.pathname = `${name}_latin`
      expect(await examined()).toContain(
        'problem database: The database has the encoding LATIN1, but the server requires UTF8. Create another database. Check DATABASE_URL.',
      )
      await client.$executeRawUnsafe(`DROP DATABASE ${name}_latin`)
    })

  test('tells a database that is not there', async () => {
    const missing = [
      ['file:/nonexistent/authserver.db', /No database found at \/nonexistent/],
      ['postgresql://nobody@127.0.0.1:1/none', /The database cannot be reached: .*ECONNREFUSED/],
    ] as const
    for (const [url, sentence] of missing) {
      const { code, out } = await runCommand({ url }, ['doctor', '--json'])
      expect(code).toBe(1)
      expect(odd(JSON.parse(out).findings).join('\n')).toMatch(sentence)
    }
  })
})

describe('doctor, behind a proxy,', () => {
  const trusting = { TRUST_PROXY: 'true' }

  /** A local proxy that changes the forwarded header with this function. */
  async function proxied(
    target: string,
    forward: (sent: string) => string,
    prefix = '',
  ): Promise<string> {
    return listen(async (req, res) => {
      const headers = new Headers()
      for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value))
      headers.set('x-forwarded-for', forward(headers.get('x-forwarded-for') ?? ''))
      if (prefix) headers.set('x-forwarded-prefix', prefix)
      const answer = await fetch(target + req.url, { headers, redirect: 'manual' })
      for (const [name, value] of answer.headers) {
        if (name !== 'content-length') res.setHeader(name, value)
      }
      res.writeHead(answer.status).end(await answer.text())
    })
  }

  test('is content when the proxy adds the address and is believed', async () => {
    const env = { ...trusting, TRUSTED_PROXIES: '127.0.0.1' }
    app = await server({ now: new Date(), ownDatabase: true, env })
    const address = await proxied(await serve(app), (sent) => `${sent}, 203.0.113.9`)
    const { code, findings } = await examine(address, env)
    expect([code, odd(findings)]).toEqual([0, []])
    expect(findings.find(({ subject }) => subject === 'proxy')?.text).toContain('203.0.113.9')
  })

  test('tells that the proxy serves the server below a path, which the log warns of once', async () => {
    const env = { ...trusting, TRUSTED_PROXIES: '127.0.0.1' }
    app = await server({ now: new Date(), ownDatabase: true, env })
    const warn = vi.spyOn(app.runtime.log, 'warn')
    const forward = (sent: string) => `${sent}, 203.0.113.9`
    const address = await proxied(await serve(app), forward, '/auth')
    const { code, findings } = await examine(address, env)
    expect([code, odd(findings)]).toEqual([
      0,
      [expect.stringMatching(/^warning proxy: requests came with X-Forwarded-Prefix/)],
    ])
    expect(warn.mock.calls.map(String)).toEqual([
      expect.stringMatching(/^A proxy sends X-Forwarded-Prefix/),
    ])
  })

  test('believes no stranger who sends a prefix', async () => {
    app = await server({ now: new Date(), ownDatabase: true })
    const warn = vi.spyOn(app.runtime.log, 'warn')
    await examine(await proxied(await serve(app), (sent) => sent, '/auth'))
    expect(warn).not.toHaveBeenCalled()
  })

  test('tells that visitors can forge their address', async () => {
    app = await server({ now: new Date(), ownDatabase: true, env: trusting })
    const address = await proxied(await serve(app), (sent) => sent)
    const { findings } = await examine(address, trusting)
    expect(odd(findings)).toEqual([
      expect.stringMatching(/^warning proxy: TRUST_PROXY is on without TRUSTED_PROXIES/),
      expect.stringMatching(/^warning proxy: visitors can forge their address/),
    ])
  })

  test('says that it cannot judge where it is itself at a trusted address', async () => {
    const env = { ...trusting, TRUSTED_PROXIES: '127.0.0.1' }
    app = await server({ now: new Date(), ownDatabase: true, env })
    // A proxy that appends the real address, so nothing can be forged.
    const address = await proxied(await serve(app), (sent) => `${sent}, 127.0.0.1`)
    const { code, findings } = await examine(address, env)
    expect(code).toBe(0)
    expect(odd(findings)).toEqual([
      expect.stringMatching(/^warning proxy: cannot tell from here .* from 127\.0\.0\.1,/),
    ])
  })

  test('tells that the proxy is not among the trusted ones', async () => {
    const env = { ...trusting, TRUSTED_PROXIES: '10.0.0.0/8' }
    app = await server({ now: new Date(), ownDatabase: true, env })
    const address = await proxied(await serve(app), (sent) => sent)
    const { findings } = await examine(address, env)
    expect(odd(findings)).toEqual([
      expect.stringMatching(/^warning proxy: the server sees this machine as 127\.0\.0\.1/),
    ])
  })

  test('tells that a sign-in lands in another database', async () => {
    const other = await openSeededDatabase()
    const keys = await app.runtime.database.prisma.keyPair.findMany()
    await other.client.keyPair.deleteMany()
    await other.client.keyPair.createMany({ data: keys })
    const address = await serve(app)
    await other.store.settings.update({ issuer: address })
    const env = { BASE_URL: address, ADMIN_PASSWORD: undefined }
    const { out } = await runCommand(other, ['doctor', '--json'], { env })
    expect(odd(JSON.parse(out).findings)).toEqual([
      expect.stringMatching(/^warning proxy: cannot check forwarded addresses/),
    ])
  })
})

describe('doctor and mail:', () => {
  async function useMail(port: number): Promise<void> {
    await app.store.settings.update({
      smtpEnabled: true,
      smtpHost: '127.0.0.1',
      smtpPort: port,
      smtpFromEmail: 'login@example.org',
    })
  }

  test('a server that greets is well, and gets no message', async () => {
    const outbox = await openOutbox()
    await useMail(outbox.port)
    const { code, findings } = await examine(await serve(app))
    expect([code, odd(findings), outbox.messages.length]).toEqual([0, [], 0])
    await outbox.close()
  })

  test('a test message is sent when an address is given', async () => {
    const outbox = await openOutbox()
    await useMail(outbox.port)
    const { code } = await examine(await serve(app), {}, '--mail-to', 'me@example.org')
    expect([code, outbox.messages.length]).toEqual([0, 1])
    const entry = await app.runtime.database.prisma.auditLog.findFirst({
      where: { auditEvent: 'sent_test_email' },
    })
    expect(JSON.parse(entry?.details ?? '{}').loggedInUser).toBe('command line')
    await outbox.close()
  })

  test('no test message is sent while something else is a problem, and that is said', async () => {
    const outbox = await openOutbox()
    await useMail(outbox.port)
    await app.runtime.database.prisma.userPermission.deleteMany()
    const address = await serve(app)
    const { code, findings } = await examine(address, {}, '--mail-to', 'me@example.org')
    await outbox.close()
    expect([code, outbox.messages.length]).toEqual([1, 0])
    expect(odd(findings)).toEqual([
      expect.stringMatching(/^problem administrator: /),
      'warning mail: no test message was sent. Solve the problems first.',
    ])
  })

  test('a test message that cannot be sent is a problem, whatever the greeting was', async () => {
    const address = await serve(app)
    const examined = async (to: string) => {
      const { code, findings } = await examine(address, {}, '--mail-to', to)
      expect(code).toBe(1)
      return odd(findings)
    }
    expect(await examined('me@example.org')).toEqual([
      'problem mail: Sending mail is switched off.',
    ])
    const outbox = await openOutbox()
    await useMail(outbox.port)
    expect(await examined('nowhere')).toEqual([expect.stringMatching(/^problem mail: .*address/)])
    await outbox.close()
    expect(outbox.messages).toEqual([])
  })

  test('a server that is not there is a problem', async () => {
    await useMail(1)
    const { code, findings } = await examine(await serve(app))
    expect(code).toBe(1)
    expect(odd(findings)).toEqual([
      expect.stringMatching(/^problem mail: 127\.0\.0\.1:1: The connection was refused/),
    ])
  })

  test('what answers otherwise is no mail server', async () => {
    const other = await scriptedServer(() => null, { greeting: 'SSH-2.0-test' })
    await useMail(other.port)
    const { findings } = await examine(await serve(app))
    expect(odd(findings)).toEqual([expect.stringMatching(/not an SMTP server\.$/)])
    await other.close()
  })

  test('registration that needs mail without mail is a problem', async () => {
    await app.store.settings.update({
      selfRegistrationEnabled: true,
      selfRegistrationRequiresEmailVerification: true,
    })
    const { findings } = await examine(await serve(app))
    expect(odd(findings)).toEqual([expect.stringMatching(/^problem mail: registration requires/)])
  })
})

describe('breached passwords', () => {
  const examined = async (env: Record<string, string> = {}) => {
    const { findings } = await examine(await serve(app), env)
    return findings
      .filter(({ subject }) => subject === 'breached passwords')
      .map(({ level, text }) => `${level}: ${text}`)
  }
  const look = (change: Parameters<typeof app.changeSettings>[0]) => app.changeSettings(change)

  test('are no subject while they are not looked up', async () => {
    expect(await examined()).toEqual([])
  })

  test('are asked for at the service', async () => {
    const service = await rangeServer('password')
    await look({ breachedPasswordCheck: 'service', breachedPasswordService: service.address })
    expect(await examined()).toEqual([`ok: ${service.address} answers.`])
    await service.close()
    expect(await examined()).toEqual([
      `warning: ${service.address} gives no usable answer: new passwords are accepted.`,
    ])
  })

  test('are looked for in the file', async () => {
    await look({ breachedPasswordCheck: 'file' })
    expect(await examined()).toEqual([
      'warning: BREACHED_PASSWORDS_FILE is not set: new passwords are not looked up.',
    ])
    const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
    const BREACHED_PASSWORDS_FILE = join(folder, 'hashes.txt')
    expect(await examined({ BREACHED_PASSWORDS_FILE })).toEqual([
      expect.stringMatching(/^problem: .* cannot be searched: ENOENT/),
    ])
    const hashes = ['a', 'b', 'c'].map((password) => `${sha1Of(password)}:1`).toSorted()
    writeFileSync(BREACHED_PASSWORDS_FILE, hashes.join('\n'))
    expect(await examined({ BREACHED_PASSWORDS_FILE })).toEqual([
      `ok: ${BREACHED_PASSWORDS_FILE} can be searched.`,
    ])
    writeFileSync(BREACHED_PASSWORDS_FILE, hashes.toReversed().join('\n'))
    expect(await examined({ BREACHED_PASSWORDS_FILE })).toEqual([
      expect.stringMatching(/^problem: .* cannot be searched: It must have lines/),
    ])
    rmSync(folder, { recursive: true })
  })
})

describe('the ways to sign in', () => {
  const examined = async (address?: string) => {
    const { code, findings } = await examine(address ?? (await serve(app)))
    const lines = findings
      .filter(({ subject }) => /^(sign-in methods|provider )/.test(subject))
      .map(({ level, subject, text }) => `${level} ${subject}: ${text}`)
    return { code, lines }
  }

  test('are no subject while they work, or are off', async () => {
    await aProvider(app.store, { alias: 'unused' })
    await app.changeSettings({ passkeysEnabled: true, passkeyOfferEnabled: true })
    expect((await examined()).lines).toEqual([])
  })

  test('that are on without effect are named', async () => {
    await app.changeSettings({ passkeyOfferEnabled: true, newSignInNoticeEnabled: true })
    const user = await aUser(app.store)
    await aStoredPasskey(app.store, user.id, { relyingPartyId: 'former.example' })
    expect((await examined()).lines).toEqual([
      'warning sign-in methods: the offer of a passkey is on, but without effect: passkeys are not in effect.',
      'warning sign-in methods: mail about a new sign-in is on, but without effect: mail is off.',
      'warning sign-in methods: passkeys that were made for another domain than localhost do not work: 1. Their owners renew them in their account.',
    ])
  })

  test('the domain of passkeys, where it is another one, is asked whether it names this server', async () => {
    const former = 'login.former.example'
    const host = await openSecureHost(former)
    await app.changeSettings({ passkeysEnabled: true, passkeyRelyingPartyId: former })
    const address = await serve(app)
    const file = `https://${former}/.well-known/webauthn`
    expect(await examined(address)).toEqual({
      code: 0,
      lines: [
        `warning sign-in methods: browsers do not use the passkeys at ${address}: ${file} answers with something else than {"origins": […]}.`,
      ],
    })
    host.answerBy((_, res) =>
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ origins: [address] })),
    )
    expect((await examined(address)).lines).toEqual([
      `ok sign-in methods: ${file} names ${address}.`,
    ])
    await host.close()
    expect((await examined(address)).lines).toEqual([
      `warning sign-in methods: browsers do not use the passkeys at ${address}: ${file} does not answer.`,
    ])
  })

  test('each provider that is on is asked: it is away, refuses the secret, or is fine', async () => {
    const second = await openSecondProvider({
      redirectUri: 'http://localhost:1/auth/provider/second/callback',
    })
    await app.changeSettings({ identityProvidersEnabled: true })
    expect((await examined()).lines).toEqual([
      'warning sign-in methods: sign-in with providers is on, but no provider is.',
    ])
    const { issuer, clientId } = second
    const provider = await aProvider(app.store, {
      alias: 'second',
      issuer,
      clientId,
      clientSecretEncrypted: sealedSecret('second', second.clientSecret),
    })
    await aProvider(app.store, { alias: 'off', enabled: false, issuer: 'http://localhost:1' })
    const before = await app.store.identityProviders.list()
    expect(await examined()).toEqual({
      code: 0,
      lines: ['ok provider second: people can be sent there.'],
    })
    expect(await app.store.identityProviders.list()).toEqual(before)
    await app.store.identityProviders.change(provider.id, {
      clientSecretEncrypted: sealedSecret('second', 'another'),
    })
    expect(await examined()).toEqual({
      code: 1,
      lines: ['problem provider second: no one can sign in with it: credentials, invalid_client.'],
    })
    await second.close()
    expect(await examined()).toEqual({
      code: 1,
      lines: ['problem provider second: no one can sign in with it: metadata, connect_failed.'],
    })
  })
})

describe('the protocol', () => {
  const examined = async () => {
    const { findings } = await examine(await serve(app))
    return findings
      .filter(({ subject }) =>
        /^(protocol|back-channel logout|metadata documents|outbound)$/.test(subject),
      )
      .map(({ level, subject, text }) => `${level} ${subject}: ${text}`)
  }

  test('is no subject while its newer parts are off, whatever is stored', async () => {
    await aFailedNotification()
    await aSelfRegisteredClient(app.store, { kind: 'metadata_document', lastFailure: 'timeout' })
    await app.changeSettings({
      backchannelLogoutEnabled: false,
      clientIdMetadataDocumentsEnabled: false,
    })
    expect(await examined()).toEqual([])
  })

  test('messages about ended sessions that were given up are counted', async () => {
    await app.changeSettings({ backchannelLogoutEnabled: true })
    expect(await examined()).toEqual([])
    await aFailedNotification()
    expect(await examined()).toEqual([
      expect.stringMatching(/^warning back-channel logout: 1 messages about ended sessions/),
    ])
  })

  test('requests that reach no server are told by what they are for', async () => {
    for (let sent = 0; sent < 9; sent++) {
      await app.store.outboundReach.noteUnreached('key_set', 'timeout', new Date())
    }
    expect((await examined()).filter((line) => line.includes('outbound'))).toEqual([])
    await app.store.outboundReach.noteUnreached('key_set', 'connect_failed', new Date())
    expect((await examined()).filter((line) => line.includes('outbound'))).toEqual([
      'warning outbound: the last 10 requests of the purpose key_set reached no server (connect_failed). Let the server connect to others directly: it uses no proxy.',
    ])
    await app.store.outboundReach.noteReached('key_set')
  })

  test('names what agents lack, documents that cannot be read, and trusted hosts of no client', async () => {
    await app.changeSettings({
      clientIdMetadataDocumentsEnabled: true,
      clientIdMetadataDocumentHosts: 'app.example unused.example',
      authorizationServerMetadataEnabled: true,
      authorizationResponseIssEnabled: true,
      resourceIndicatorsEnabled: false,
    })
    const failing = { kind: 'metadata_document', lastFailure: 'timeout' } as const
    const { clientIdentifier } = await aSelfRegisteredClient(app.store, failing)
    await aSelfRegisteredClient(app.store, { kind: 'metadata_document' })
    const found = await examined()
    const agents = 'warning protocol: not the case, though agents need it'
    expect(found).toContain(`${agents}: Resource indicators are on, and an API has an address.`)
    expect(found.filter((line) => line.startsWith('warning metadata'))).toEqual([
      `warning metadata documents: ${clientIdentifier} could not be read again: timeout.`,
      'warning metadata documents: the host unused.example is trusted, but no client is from it.',
    ])
  })

  async function aFailedNotification(): Promise<void> {
    const now = new Date()
    const { id: clientId } = await aClient(app.store)
    const { logoutNotifications } = app.store
    const told = { clientId, subject: 'somebody', sessionIdentifier: 'one' }
    await logoutNotifications.add([told], now, now)
    const [row] = await logoutNotifications.due(now, 1, 1, [])
    if (row) await logoutNotifications.change(row, { state: 'failed' })
  }
})
