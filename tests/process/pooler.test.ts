import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/free-port.ts'
import { authorizePath, pkcePair, redeem, refresh, requestToken } from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToClient,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { administrator, encryptionKey } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { startPgbouncer } from '../run/pgbouncer.mjs'

type Pooler = Awaited<ReturnType<typeof startPgbouncer>>

const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

async function behindPooler(
  mode: Parameters<typeof startPgbouncer>[2],
  changes: Record<string, string | number> = {},
) {
  const { TEST_PGBOUNCER: program } = process.env
  if (!program) throw new Error('TEST_PGBOUNCER names no pgbouncer: use `npm test`.')
  const database = await createDatabase('postgresql')
  const pooler = await startPgbouncer(program, database.url, mode, changes)
  const url = `postgresql://${pooler.origin}${new URL(database.url).pathname}`
  return { database, pooler, url }
}

/** Runs the start file or the command line to its end. */
function run(databaseUrl: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: projectFolder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: encryptionKey,
      ...env,
    },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, stdout, stderr }
}

describe.each([
  ['transaction', {}],
  ['transaction', { server_round_robin: 1 }],
  ['transaction', { default_pool_size: 1 }],
  ['statement', {}],
] as const)('a pooler in %s mode (%j)', (mode, changes) => {
  let database: TestDatabase
  let pooler: Pooler
  let url: string
  const sentence = new RegExp(
    `^This address leads to a pooler in ${mode} mode \\(PgBouncer: [^\\n]+ Check DATABASE_URL\\.\\n$`,
  )

  beforeAll(async () => {
    ;({ database, pooler, url } = await behindPooler(mode, changes))
  })
  afterAll(async () => {
    await pooler?.stop()
    await database?.remove()
  })

  test('stops the start with a sentence that names it, before anything is made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'authserver-pooler-'))
    const env = { PORT: String(await freePort()), DATA_DIR: folder }
    const { status, stdout, stderr } = run(url, ['lib/start.mjs'], env)
    rmSync(folder, { recursive: true })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    const direct = new pg.Client({ connectionString: database.url })
    await direct.connect()
    const { rows } = await direct.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)
    await direct.end()
    expect(rows).toEqual([])
  })

  test('is a problem for the doctor', () => {
    const { status, stdout } = run(url, ['lib/authserver.mjs', 'doctor', '--json'])
    expect(status).toBe(1)
    const { findings } = JSON.parse(stdout) as { findings: { level: string; text: string }[] }
    const problems = findings.filter(({ level }) => level === 'problem')
    expect(problems.map(({ text }) => `${text}\n`)).toEqual([expect.stringMatching(sentence)])
  })
})

describe('a pooler in session mode', () => {
  let database: TestDatabase
  let pooler: Pooler
  let started: StartedServer
  let server: RemoteServer
  let client: TestClient
  let robot: TestClient
  let user: TestUser

  beforeAll(async () => {
    const behind = await behindPooler('session', { default_pool_size: 40 })
    ;({ database, pooler } = behind)
    started = await startServer({
      DATABASE_URL: behind.url,
      RATE_LIMITER_ENABLED: 'false',
      LOG_LEVEL: 'error',
    })
    server = remoteServer(started.baseUrl)
    await withStore(database.url, async (store) => {
      client = await aClient(store)
      user = await aUser(store)
      robot = await aClient(store, { clientCredentialsEnabled: true })
      await grantToClient(store, robot, 'authserver:manage')
    })
  })
  afterAll(async () => {
    await started?.remove()
    await pooler?.stop()
    await database?.remove()
  })

  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')

  test('carries a sign-in, its code and a refresh', async () => {
    const { verifier, challenge } = pkcePair()
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const begun = await server.fetch(authorizePath(client, pkce))
    const ceremonyId = new URL(begun.headers.get('location') ?? '').searchParams.get('ceremony')
    const fields = { ceremonyId: ceremonyId ?? '', email: user.email, password: user.password }
    const done = await server.post('/auth/pwd', fields, { headers: { cookie: cookiesOf(begun) } })
    const code = new URL(done.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const redeemed = await redeem(server, client, { code, verifier })
    expect(redeemed.status).toBe(200)
    const refreshed = await refresh(server, client, redeemed.body.refresh_token ?? '')
    expect(refreshed.status).toBe(200)
    expect((await redeem(server, client, { code, verifier })).body.error).toBe('invalid_grant')
  })

  test('carries 30 authorization pages at once', async () => {
    const { challenge } = pkcePair()
    const path = authorizePath(client, { code_challenge: challenge, code_challenge_method: 'S256' })
    const answers = await Promise.all(Array.from({ length: 30 }, () => server.fetch(path)))
    const pages = await Promise.all(
      answers.map((answer) => {
        const { pathname, search } = new URL(answer.headers.get('location') ?? '', started.baseUrl)
        return server.fetch(pathname + search, { headers: { cookie: cookiesOf(answer) } })
      }),
    )
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
  })

  test('carries reads and writes of the Admin API', async () => {
    const { body } = await requestToken(server, robot, {
      grant_type: 'client_credentials',
      scope: 'authserver:manage',
    })
    const headers = {
      authorization: `Bearer ${body.access_token}`,
      'content-type': 'application/json',
    }
    const created = await server.fetch('/api/v1/admin/groups', {
      method: 'POST',
      headers,
      body: JSON.stringify({ groupIdentifier: 'pooled', description: 'made through a pooler' }),
    })
    expect(created.status).toBe(201)
    const reads = await Promise.all(
      Array.from({ length: 30 }, () => server.fetch('/api/v1/admin/groups', { headers })),
    )
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200))
    expect(await reads[0]?.text()).toContain('pooled')
  })

  test('leaves the doctor nothing to say of the database, and the server no failure', () => {
    const { stdout } = run(started.databaseUrl, ['lib/authserver.mjs', 'doctor', '--json'], {
      BASE_URL: started.baseUrl,
      ADMIN_EMAIL: administrator.email,
    })
    expect(JSON.parse(stdout)).toMatchObject({ problems: 0 })
    expect(started.output()).not.toContain('"level":"error"')
  })
})
