import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleCookies } from '#tests/process/console-cookies.ts'
import {
  aClient,
  aUser,
  grantToClient,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { type RemoteServer, remoteServer, withStore } from '#tests/support/remote.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { administer } from './fixture.ts'
import { note } from './notes.ts'
import { type Presented, presentAll, refreshTokens } from './refreshing.ts'
import { someAddress, visitor } from './visitor.ts'

/** Longer than the server waits for a statement and for any that follows. */
const lockedMs = 10_000

let cluster: Cluster
let started: StartedServer
let server: RemoteServer
let client: TestClient
let administrator: TestUser
let browsing: RemoteServer
/** Another client's connection: a migration, a backup, a person at a console. */
let other: pg.Client
let tokens: string[]
const groupIdentifier = 'beside-a-lock'
let groupId = 0

beforeAll(async () => {
  cluster = await startCluster()
  started = await startServer({ DATABASE_URL: cluster.url, BASE_URL: baseUrl, TRUST_PROXY: 'true' })
  server = remoteServer(started.baseUrl)
  browsing = visitor(started.baseUrl, { address: someAddress() })
  const user = await withStore(cluster.url, async (store) => {
    client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
    await grantToClient(store, client, 'authserver:manage')
    administrator = await aUser(store)
    await grantToUser(store, administrator, 'authserver:manage')
    return aUser(store)
  })
  tokens = await refreshTokens([server], client, user, 6)
  const fields = { groupIdentifier, description: 'before', includeInIdToken: false }
  await administerHere('POST', '/groups', fields)
  other = new pg.Client({ connectionString: cluster.url })
  await other.connect()
  const made = await other.query('SELECT "id" FROM "groups" WHERE "group_identifier" = $1', [
    groupIdentifier,
  ])
  groupId = Number(made.rows[0].id)
})
afterAll(async () => {
  await other?.end()
  await started?.remove()
  await cluster?.remove()
})

const administerHere = (method: string, path: string, body?: object) =>
  administer(
    { baseUrl: started.baseUrl, servers: 1, client, people: [] },
    server,
    method,
    path,
    body,
  )

async function idleInTransaction(): Promise<number> {
  const { rows } = await other.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND pid <> pg_backend_pid()`,
  )
  return rows[0].count
}

test('refreshes refused while a table is locked have spent nothing once it is free', async () => {
  await other.query('BEGIN; LOCK TABLE "audit_logs" IN SHARE MODE')
  const begun = performance.now()
  const refused: Presented[] = await Promise.all(presentAll([server], client, tokens))
  note(
    `  A table locked: refreshes refused after ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  )
  await other.query('ROLLBACK')
  expect(refused.map(({ answer }) => answer?.status)).toEqual(tokens.map(() => 503))
  // By then, waiting backends have finished their statements.
  await sleep(1_000)
  const again = await Promise.all(presentAll([server], client, tokens))
  expect(again.map(({ answer }) => answer?.status)).toEqual(tokens.map(() => 200))
})

test('a page of the console that needs a locked table is answered 503 with a time for another try', async () => {
  const cookie = await consoleCookies(browsing, administrator, '/admin/groups')
  const show = () => browsing.fetch('/admin/groups', { headers: { cookie } })
  expect((await show()).status).toBe(200)
  await other.query('BEGIN; LOCK TABLE "groups" IN ACCESS EXCLUSIVE MODE')
  const response = await show()
  const html = await response.text()
  await other.query('ROLLBACK')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(html).toContain('Try again in a moment')
  expect(html).toContain(response.headers.get('x-request-id'))
  expect((await show()).status).toBe(200)
})

test('a change refused while its row is locked never comes into force, and leaves no open transaction', async () => {
  await other.query('BEGIN')
  await other.query('SELECT 1 FROM "groups" WHERE "id" = $1 FOR UPDATE', [groupId])
  const changed = { groupIdentifier, description: 'refused', includeInIdToken: false }
  const [answer] = await Promise.all([
    administerHere('PUT', `/groups/${groupId}`, changed),
    sleep(lockedMs),
  ])
  await other.query('ROLLBACK')
  expect(answer.status).toBe(503)
  expect(await idleInTransaction()).toBe(0)
  // Later requests reuse the connections; a leftover transaction would commit the refused change with theirs.
  for (let count = 0; count < 20; count++) {
    const { body } = await administerHere('GET', `/groups/${groupId}`)
    expect(JSON.stringify(body)).toContain('"description":"before"')
  }
  const { rows } = await other.query('SELECT "description" FROM "groups" WHERE "id" = $1', [
    groupId,
  ])
  expect(rows[0].description).toBe('before')
})
