import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withStore } from '#tests/support/remote.ts'
import { encryptionKey } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'

const run = promisify(execFile)
const projectFolder = fileURLToPath(new URL('../../', import.meta.url))
const document = fileURLToPath(new URL('../../docs/operate/backup-and-restore.md', import.meta.url))
/** Folder for the copies; the program's folder may already contain a file of that name. */
const folder = mkdtempSync(join(tmpdir(), 'authserver-backup-'))
const copy = join(folder, 'backup.db')

let started: StartedServer

beforeAll(async () => {
  started = await startServer()
})
afterAll(async () => {
  await started?.remove()
  rmSync(folder, { recursive: true })
})

/** The document's two scripts: backup and restore. */
function commands(): string[] {
  const blocks = readFileSync(document, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)
  return [...blocks].map(([, code = '']) => code.replaceAll('backup.db', `'${copy}'`))
}

async function shell(script: string): Promise<string> {
  const { baseUrl, databaseUrl } = started
  const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: projectFolder,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      BASE_URL: baseUrl,
      DATA_DIR: dirname(databaseUrl.replace(/^file:/, '')),
      ENCRYPTION_KEY: encryptionKey,
    },
    timeout: 60_000,
  })
  return stdout
}

test('the commands of docs/operate/backup-and-restore.md bring back what was copied', async () => {
  const [backup = '', again = '', restore = ''] = commands()
  const create = 'npm run --silent authserver -- create-admin --email'
  await shell(`${create} before@example.org`)
  await shell(backup)
  expect(await shell(again)).toMatch(/bytes, verified\./)
  await shell(`${create} after@example.org`)

  await started.end()
  await shell(restore)
  expect(statSync(started.databaseUrl.replace(/^file:/, '')).mode & 0o777).toBe(0o600)
  await started.startAgain()
  expect(await shell('npm run --silent authserver -- doctor')).toMatch(/^0 problems, /m)
  await withStore(started.databaseUrl, async ({ users }) => {
    expect(await users.findByEmail('before@example.org')).not.toBeNull()
    expect(await users.findByEmail('after@example.org')).toBeNull()
  })
})
