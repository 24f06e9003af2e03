import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { main } from '#lib/cli/main.ts'
import { writeLine } from '#lib/cli/write-line.ts'
import { signIn } from '#tests/support/oauth.ts'
import { aClient, aUser, storedSecretOf } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { runCommand } from './run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'authserver-terminal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let app: TestServer
let database: { readonly url: string }

beforeAll(async () => {
  app = await server({ now: new Date() })
  database = { url: app.config.databaseUrl }
})

const refusal =
  'Cannot write to standard output: ENOSPC: no space left on device, write. Changes that were already made remain.'

async function secretOf(clientIdentifier: string): Promise<string> {
  const client = await app.store.clients.findRecord(clientIdentifier)
  return storedSecretOf(client, app.runtime.cipher)
}

async function signsIn(email: string, password: string): Promise<boolean> {
  const user = await app.store.users.findByEmail(email)
  if (!user) throw new Error('The user is missing.')
  return (await signIn(app, await aClient(app.store), { ...user, password })).code !== ''
}

describe('when standard output cannot be written', () => {
  test.each([
    ['at once', 0],
    ['after the first line', 1],
  ])('%s, a generated password is told on standard error', async (_, room) => {
    const email = `full${room}@example.org`
    const created = await runCommand(database, ['create-admin', '--email', email], { room })
    const [first, password = ''] = created.err.split('\nPassword (shown only now): ')
    expect([created.code, first]).toEqual([1, refusal])
    expect(await signsIn(email, password)).toBe(true)
  })

  test('a new password is told on standard error', async () => {
    const { email } = await aUser(app.store)
    const argv = ['reset-admin-password', '--email', email]
    const { code, err } = await runCommand(database, argv, { room: 0 })
    const [first, password = ''] = err.split('\nPassword (shown only now): ')
    expect([code, first]).toEqual([1, refusal])
    expect(await signsIn(email, password)).toBe(true)
  })

  test.each([
    ['create-admin', ['--email', 'json@example.org'], 'password'],
    ['reset-admin-password', ['--email', 'json@example.org'], 'password'],
    ['create-client', ['json-client', '--kind', 'service'], 'clientSecret'],
  ])('the JSON of %s with what was generated goes to standard error', async (name, argv, field) => {
    const options = { room: 0 }
    const { code, err } = await runCommand(database, [name, ...argv, '--json'], options)
    const [first, json = ''] = err.split('\n')
    expect([code, first]).toEqual([1, refusal])
    expect(JSON.parse(json)[field]).toMatch(/^\S{12,}$/)
  })

  test('a generated client secret is told on standard error', async () => {
    const argv = ['create-client', 'full-disk', '--kind', 'service']
    const { code, err } = await runCommand(database, argv, { room: 0 })
    const told = `Client secret:     ${await secretOf('full-disk')}`
    expect([code, err.split('\n')]).toEqual([1, [refusal, told]])
  })

  test.each([[[]], [['--json']]])('every secret that import %j generated is told', async (more) => {
    const names = ['one', 'two'].map((name) => `${name}-${more.length}`)
    const clients = names.map((clientIdentifier) => ({ clientIdentifier }))
    const file = join(folder, 'clients.yaml')
    writeFileSync(file, stringify({ format: 'authserver-configuration', version: 1, clients }))
    const { code, err } = await runCommand(database, ['import', file, ...more], { room: 0 })
    expect(code).toBe(1)
    for (const name of names) expect(err).toContain(await secretOf(name))
  })

  test('nothing else is told on standard error, and no line is missing between others', async () => {
    const lines: string[] = []
    const err: string[] = []
    let calls = 0
    const code = await main(['help'], {
      env: {},
      clock: () => new Date(),
      out: (line) => {
        if (++calls === 1) throw new Error('EPIPE: broken pipe, write')
        lines.push(line)
      },
      err: (line) => void err.push(line),
      input: Readable.from([]),
    })
    expect([code, lines, err]).toEqual([1, [], [expect.stringContaining('EPIPE')]])
    const piped = ['create-admin', '--email', 'piped@example.org', '--password-from-stdin']
    const told = await runCommand(database, piped, { room: 0, input: 'Tea-with-lemon-42' })
    expect([told.code, told.err]).toEqual([1, refusal])
  })

  test('the exit code says so although standard error cannot be written either', async () => {
    const full = () => {
      throw new Error('ENOSPC: no space left on device, write')
    }
    const streams = { env: {}, clock: () => new Date(), out: full, err: full }
    expect(await main(['help'], { ...streams, input: Readable.from([]) })).toBe(1)
    expect(await main(['nothing'], { ...streams, input: Readable.from([]) })).toBe(2)
  })
})

describe('a line', () => {
  test('is written whole', () => {
    const file = join(folder, 'lines')
    const line = 'é'.repeat(100_000)
    writeLine(openSync(file, 'w'), line)
    expect(readFileSync(file, 'utf8')).toBe(`${line}\n`)
  })

  test('that a full disk refuses is an error at once', () => {
    expect(() => writeLine(openSync('/dev/full', 'w'), 'x')).toThrow('ENOSPC')
  })
})
