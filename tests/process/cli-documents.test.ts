import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aProvider } from '#tests/support/providers.ts'
import { withStore } from '#tests/support/remote.ts'
import { encryptionKey } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

const run = promisify(execFile)
const projectFolder = fileURLToPath(new URL('../../', import.meta.url))
const document = fileURLToPath(new URL('../../docs/operate/command-line.md', import.meta.url))
/** Folder for the configuration; the program's folder may already contain a file of that name. */
const folder = mkdtempSync(join(tmpdir(), 'authserver-commands-'))
const configuration = join(folder, 'configuration.yaml')

let started: StartedServer

beforeAll(async () => {
  started = await startServer()
})
afterAll(async () => {
  await started?.remove()
  rmSync(folder, { recursive: true })
})

test('the commands of docs/operate/command-line.md do what the document says', async () => {
  const { baseUrl, databaseUrl } = started
  await withStore(databaseUrl, (store) => aProvider(store, { alias: 'google' }))
  const blocks = readFileSync(document, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)
  const commands = [...blocks].map((block) => block[1]).join('\n')
  const script = commands.replaceAll('configuration.yaml', `'${configuration}'`)
  const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: projectFolder,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      BASE_URL: baseUrl,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: encryptionKey,
    },
    timeout: 100_000,
  })
  expect(stdout).toMatch(/^0 problems, /m)
  expect(stdout).toContain('The administrator grace@example.org was created.')
  expect(stdout).toContain('The password of grace@example.org was set')
  expect(stdout).toContain('Client identifier: shop')
  expect(stdout).toContain('The client shop was saved.')
  expect(stdout).toMatch(/^[0-9A-Za-z._-]{60}$/m)
  expect(stdout).toContain('The secret of shop was replaced; --show prints it.')
  expect(stdout).toContain('The keys were rotated.')
  expect(stdout.split('\n').filter((line) => line === 'Nothing to change.')).toHaveLength(2)
  expect(stderr).toBe(`The configuration was written to ${configuration}.\n`)
  await withStore(databaseUrl, async (store) => {
    const shop = await store.clients.findByIdentifier('shop')
    expect(shop?.pkceRequired).toBe(false)
    expect(shop?.redirectUris.map(({ uri }) => uri)).toEqual(['https://shop.example/callback'])
    expect(await store.clients.findByIdentifier('phone')).toMatchObject({ isPublic: true })
    expect(await store.identityProviders.findByAlias('google')).toMatchObject({ enabled: false })
    expect(await store.users.findByEmail('alan@example.org')).toMatchObject({ enabled: true })
  })
})
