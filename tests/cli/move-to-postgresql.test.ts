import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateKeyPair } from '#lib/domain/keys/keys.ts'
import { seed } from '#lib/domain/settings/bootstrap.ts'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import { openLimits } from '#lib/persistence/limits/limits.ts'
import { migrate } from '#lib/persistence/maintenance/migrate.ts'
import { openStore } from '#lib/persistence/store.ts'
import { browser } from '#tests/support/browser.ts'
import { createDatabase, type TestDatabase, testProvider } from '#tests/support/databases.ts'
import type { OpenDatabase } from '#tests/support/file-database.ts'
import { hashCheaply } from '#tests/support/hashing.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'
import { authorizePath, redeem, refresh, responseOf, signIn } from '#tests/support/oauth.ts'
import { aClient, aGroup, aResource, aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { testCipher, testConfig } from '#tests/support/settings.ts'
import { runCommand, runForJson } from './run-command.ts'

const made: TestDatabase[] = []

async function make(provider: 'sqlite' | 'postgresql'): Promise<TestDatabase> {
  const database = await createDatabase(provider)
  made.push(database)
  return database
}

function openMade({ provider, url, remove }: TestDatabase): OpenDatabase {
  const database = openDatabase(url, 5)
  const close = async () => {
    await database.close()
    await remove()
  }
  return {
    provider,
    url,
    database,
    client: database.prisma,
    store: openStore(database),
    limits: openLimits(database.prisma),
    close,
  }
}

/** Runs the command on the source. The target's URL is in the environment, which `ps` does not show. */
function move(source: { readonly url: string }, target: string) {
  return runCommand(source, ['move-to-postgresql'], { env: { TARGET_DATABASE_URL: target } })
}

// Only this part of the run has both databases.
if (testProvider() === 'postgresql')
  describe('move-to-postgresql', () => {
    let source: TestDatabase
    let opened: OpenDatabase

    beforeAll(async () => {
      source = await make('sqlite')
      await migrate(source.url, migrationsFolder)
      opened = openMade(source)
      await seed(opened.store, {
        config: testConfig(source.url),
        cipher: testCipher,
        now: new Date(),
        hashPassword: hashCheaply,
        generateKeys: generateKeyPair,
      })
    })
    afterAll(async () => {
      await opened?.database.close()
      for (const database of made) await database.remove()
    })

    test('takes everything along: whoever was signed in stays so, tokens go on working', async () => {
      const { store, client } = opened
      const before = await server({ now: new Date(), database: opened })
      await aResource(store, 'orders', ['read'])
      const user = await aUser(store, { birthDate: '1815-12-10', familyName: 'Lövelace ✓' })
      await grantToUser(store, user, 'orders:read')
      await aGroup(store, { groupIdentifier: 'staff', includeInIdToken: true }, [user])
      const app = await aClient(store)
      const request = { scope: 'openid offline_access orders:read' }
      const signedIn = await signIn(before, app, user, { request })
      const first = await redeem(before, app, signedIn)
      const second = await refresh(before, app, first.body.refresh_token ?? '')
      expect(second.status).toBe(200)
      await store.images.savePicture(user.id, new Uint8Array([0, 255, 1]), 'image/png')
      // More than one batch, and ids at the end whose rows are deleted.
      await client.auditLog.createMany({
        data: Array.from({ length: 1_234 }, (_, i) => ({
          createdAt: new Date(),
          auditEvent: 'logout',
          details: '{}',
          requestId: `r${i}`,
        })),
      })
      const gone = await aUser(store)
      await store.users.remove(gone.id)
      // The format that the database's own default writes.
      await client.$executeRawUnsafe(
        `UPDATE groups SET created_at = '2026-01-02 03:04:05' WHERE group_identifier = 'staff'`,
      )
      const counted = await counts(opened)
      await opened.database.close()

      const target = await make('postgresql')
      const moved = await move(source, target.url)
      expect([moved.code, moved.err]).toEqual([0, expect.stringContaining('set DATABASE_URL')])
      expect(moved.out).toMatch(/^ +1\d{3} {2}audit_logs$/m)

      const there = openMade(target)
      try {
        expect(await counts(there)).toEqual(counted)
        expect(await there.store.users.findById(user.id)).toEqual(
          await openedAgain((client) => client.user.findUnique({ where: { id: user.id } })),
        )
        const group = await there.store.groups.findByIdentifier('staff')
        expect(group?.createdAt).toEqual(new Date('2026-01-02T03:04:05Z'))
        expect((await there.store.images.pictureOfSubject(user.subject))?.image).toEqual(
          new Uint8Array([0, 255, 1]),
        )

        const after = await server({ now: new Date(), database: there })
        const third = await refresh(after, app, second.body.refresh_token ?? '')
        expect(third.status).toBe(200)
        const info = await after.fetch('/userinfo', {
          headers: { authorization: `Bearer ${first.body.access_token}` },
        })
        expect(info.status).toBe(200)
        const again = browser(after, {}, signedIn.browser.cookies)
        const path = authorizePath(app, {
          code_challenge: 'x'.repeat(43),
          code_challenge_method: 'S256',
        })
        expect(responseOf(await again.visit(path))?.code).toBeTruthy()
        expect((await signIn(after, app, user)).code).not.toBe('')
        // A refresh token used before the move stays used, and presenting it revokes the grant.
        const replay = await refresh(after, app, first.body.refresh_token ?? '')
        expect(replay.body.error).toBe('invalid_grant')
        expect((await aUser(there.store)).id).toBeGreaterThan(gone.id)
      } finally {
        await there.database.close()
      }
      const again = await move(source, target.url)
      expect([again.code, again.err]).toEqual([
        1,
        expect.stringContaining('The target is not empty'),
      ])
    })

    test('refuses a source that somebody has open, and leaves the target empty', async () => {
      const target = await make('postgresql')
      const database = openDatabase(source.url)
      await database.prisma.settings.count()
      const { code, err } = await move(source, target.url)
      await database.close()
      expect([code, err]).toEqual([1, expect.stringContaining('Stop the server first')])
      expect(await tablesIn(target.url)).toEqual([])
    })

    test('refuses a database of another program, and leaves it alone', async () => {
      const target = await make('postgresql')
      await query(target.url, 'CREATE TABLE invoices (id INTEGER)')
      const { code, err } = await move(source, target.url)
      expect([code, err]).toEqual([1, expect.stringContaining("such as 'invoices'")])
      expect(await tablesIn(target.url)).toEqual(['invoices'])
    })

    test('fills a target that a server has migrated but not seeded', async () => {
      const target = await make('postgresql')
      await migrate(target.url, migrationsFolder)
      const env = { TARGET_DATABASE_URL: target.url }
      const { rows } = await runForJson<{ rows: number }>(source, ['move-to-postgresql'], { env })
      expect(rows).toBeGreaterThan(1_000)
    })

    test('refuses a target that does not answer', async () => {
      const { code, err } = await move(source, 'postgresql://nobody@127.0.0.1:1/none')
      expect([code, err]).toEqual([
        1,
        'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Check --to or TARGET_DATABASE_URL.\nNothing was copied.',
      ])
    })

    test.each([
      [
        'is in another encoding',
        `CREATE DATABASE <name>_odd ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`,
        'The database has the encoding LATIN1, but the server requires UTF8. Create another database. Check --to or TARGET_DATABASE_URL.',
      ],
      [
        'is read-only',
        `CREATE DATABASE <name>_odd TEMPLATE template0; ALTER DATABASE <name>_odd SET default_transaction_read_only = on`,
        'The database is read-only: it is a replica, or default_transaction_read_only is on. Check --to or TARGET_DATABASE_URL.',
      ],
      [
        'takes no tables from its user',
        `CREATE DATABASE <name>_odd TEMPLATE template0; CREATE ROLE <name>_reader LOGIN`,
        'The database cannot be set up: permission denied for schema public. The user of --to or TARGET_DATABASE_URL must be allowed to create tables in the schema public.',
      ],
    ])(
      'refuses a target that %s, and names what the address was given by',
      async (_, sql, said) => {
        const { url } = await make('postgresql')
        const name = new URL(url).pathname.slice(1)
        for (const statement of sql.replaceAll('<name>', name).split('; ')) {
          await query(url, statement)
        }
        const target = new URL(url)
        target.pathname = `${name}_odd`
        const hasReader = sql.includes('_reader')
        if (hasReader) {
          await query(target.href, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC')
          target.username = `${name}_reader`
        }
        const { code, err } = await move(source, target.href)
        await query(url, `DROP DATABASE ${name}_odd`)
        if (hasReader) await query(url, `DROP ROLE ${name}_reader`)
        expect([code, err]).toEqual([1, `${said}\nNothing was copied.`])
      },
    )

    test('refuses a key that does not open the secrets of the source, and leaves the target empty', async () => {
      const target = await make('postgresql')
      const env = { TARGET_DATABASE_URL: target.url, ENCRYPTION_KEY: 'c3'.repeat(32) }
      const { code, out, err } = await runCommand(source, ['move-to-postgresql'], { env })
      expect([code, out, err]).toEqual([
        1,
        '',
        expect.stringContaining('(ENCRYPTION_KEY) does not decrypt the secrets in the database'),
      ])
      expect(await tablesIn(target.url)).toEqual([])
    })

    test('refuses a source whose key file is missing', async () => {
      const env = {
        TARGET_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
        ENCRYPTION_KEY: undefined,
        DATA_DIR: '/nonexistent',
      }
      const { code, err } = await runCommand(source, ['move-to-postgresql'], { env })
      expect([code, err]).toEqual([1, expect.stringMatching(/^The encryption key .* is missing/)])
    })

    test('refuses to move an installation that is on PostgreSQL', async () => {
      const { url } = await make('postgresql')
      const { code, err } = await move({ url }, url)
      expect([code, err]).toEqual([1, expect.stringContaining('does not use SQLite')])
    })

    async function openedAgain<T>(work: (client: Database['prisma']) => Promise<T>): Promise<T> {
      const database = openDatabase(source.url)
      try {
        return await work(database.prisma)
      } finally {
        await database.close()
      }
    }
  })

describe('the target of a move', () => {
  const nowhere = { url: 'file:/nonexistent/authserver.db' }

  test.each([
    ['postgresql://me:secret@db.example/authserver'],
    ['postgresql://me@db.example/authserver?password=secret'],
  ])('may not show a password among the arguments (%s)', async (url) => {
    const { code, err } = await runCommand(nowhere, ['move-to-postgresql', '--to', url])
    expect([code, err]).toEqual([2, expect.stringContaining('set PGPASSWORD')])
    expect(err).not.toContain('secret')
  })

  test.each(['mysql://db.example/x', 'db.example'])('is a PostgreSQL address (%s)', async (url) => {
    const { code } = await runCommand(nowhere, ['move-to-postgresql', '--to', url])
    expect(code).toBe(2)
  })

  test('is required', async () => {
    expect((await runCommand(nowhere, ['move-to-postgresql'])).code).toBe(2)
  })
})

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  try {
    return (await connection.query(sql)).rows
  } finally {
    await connection.end()
  }
}

async function tablesIn(url: string): Promise<unknown[]> {
  const rows = await query(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
  return rows.map(({ tablename }) => tablename)
}

async function counts({ client }: OpenDatabase): Promise<Record<string, number>> {
  return {
    users: await client.user.count(),
    clients: await client.client.count(),
    permissions: await client.permission.count(),
    sessions: await client.userSession.count(),
    grants: await client.grant.count(),
    refreshTokens: await client.refreshToken.count(),
    codes: await client.code.count(),
    keys: await client.keyPair.count(),
    auditLogs: await client.auditLog.count(),
    limits: await client.rateLimit.count(),
  }
}
