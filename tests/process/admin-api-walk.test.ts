import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

const run = promisify(execFile)
const document = fileURLToPath(new URL('../../docs/admin-api-walk.md', import.meta.url))
const bootstrap = {
  BOOTSTRAP_CLIENT_ID: 'automation',
  BOOTSTRAP_CLIENT_SECRET: 'change-me-before-you-run-these-commands',
}

let started: StartedServer

beforeAll(async () => {
  started = await startServer(bootstrap)
})
afterAll(() => started?.remove())

/** All commands of the document, as one script. */
function commands(): string {
  const blocks = readFileSync(document, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)
  return [...blocks].map((block) => block[1]).join('\n')
}

test('the commands of docs/admin-api-walk.md do what the document says', async () => {
  const { baseUrl, databaseUrl } = started
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', commands()], {
    // No other variables: a proxy setting of this machine must not reach the server.
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      BASE_URL: baseUrl,
    },
    timeout: 60_000,
  })
  const lines = stdout.split('\n')
  expect(lines).toContain('manage-account,read')
  expect(lines).toContain('https://warehouse.example/callback')
  expect(lines).toContain('inventory:read')
  for (const event of ['created_resource', 'created_user', 'created_client']) {
    expect(lines).toContain(event)
  }
  await withStore(databaseUrl, async (store) => {
    expect(await store.users.findByEmail('ada@example.org')).toMatchObject({ givenName: 'Ada' })
    expect(await store.permissions.find('inventory', 'read')).not.toBeNull()
    expect(await store.clients.findByIdentifier('warehouse')).toMatchObject({ isPublic: false })
  })
})
