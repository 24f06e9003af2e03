import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withStore } from '#tests/support/remote.ts'
import { encryptionKey } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

const run = promisify(execFile)
const projectFolder = fileURLToPath(new URL('../../', import.meta.url))
const document = fileURLToPath(new URL('../../docs/operate/command-line.md', import.meta.url))

let started: StartedServer

beforeAll(async () => {
  started = await startServer()
})
afterAll(() => started?.remove())

test('the commands of docs/operate/command-line.md do what the document says', async () => {
  const { baseUrl, databaseUrl } = started
  const blocks = readFileSync(document, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)
  const script = [...blocks].map((block) => block[1]).join('\n')
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
  expect(stdout).toContain('The keys were rotated.')
  expect(stdout.split('\n').filter((line) => line === 'Nothing to change.')).toHaveLength(2)
  expect(stderr).toBe('The configuration was written to configuration.yaml.\n')
  await withStore(databaseUrl, async (store) => {
    expect(await store.clients.findByIdentifier('phone')).toMatchObject({ isPublic: true })
    expect(await store.users.findByEmail('alan@example.org')).toMatchObject({ enabled: true })
  })
})
