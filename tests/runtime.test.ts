import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { sqliteFile } from '#lib/config/config.ts'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { inspectDatabase } from '#lib/persistence/maintenance/inspection.ts'
import { migrate } from '#lib/persistence/maintenance/migrate.ts'
import { openForWorker, openInstalled, openRuntime } from '#lib/runtime.ts'
import { createDatabase, testProvider } from '#tests/support/databases.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'
import { storedSecretOf } from '#tests/support/people.ts'
import { encryptionKey, testConfig, testEnvironment } from '#tests/support/settings.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const otherKey = 'c3'.repeat(32)

async function start(url: string, env: Record<string, string> = {}) {
  const runtime = await openRuntime(testConfig(url, env))
  closing.push(() => runtime.close())
  return runtime
}

describe('the runtime', () => {
  it('opens a seeded database without seeding it again and is ready', async () => {
    const { url } = await openSeededDatabase()
    const runtime = await start(url)
    expect(runtime.seedReport).toBeNull()
    expect(await runtime.notReady()).toBeNull()
  })

  it('registers the console at the address that it is served at now', async () => {
    const { url } = await openSeededDatabase()
    const { store } = await start(url, { BASE_URL: 'https://login.example.com' })
    const client = await store.clients.findByIdentifier(consoleClientIdentifier)
    expect(client?.redirectUris.map(({ uri }) => uri)).toContain(
      'https://login.example.com/console/callback',
    )
  })

  it('is not ready without a current key', async () => {
    const { url, client } = await openSeededDatabase()
    const runtime = await start(url)
    await client.keyPair.deleteMany({ where: { state: 'current' } })
    expect(await runtime.notReady()).toBe('keys')
  })

  it('is not ready while the database lacks a migration', async () => {
    const { url, client } = await openSeededDatabase()
    const runtime = await start(url)
    await client.$executeRawUnsafe('DELETE FROM "_prisma_migrations"')
    expect(await runtime.notReady()).toBe('migrations')
  })

  it('is not ready when the database is gone', async () => {
    const { url, client } = await openSeededDatabase()
    const runtime = await start(url)
    await client.$executeRawUnsafe('DROP TABLE "_prisma_migrations"')
    expect(await runtime.notReady()).toBe('database')
  })

  it.each([
    ['the settings are missing', 'DELETE FROM "settings"'],
    ['the version of the configuration is missing', 'DELETE FROM "configuration_version"'],
    ['the settings cannot be read', 'ALTER TABLE "settings" RENAME TO "lost"'],
  ])('is not ready where %s, which every request reads', async (_, damage) => {
    const { url, client } = await openSeededDatabase()
    const runtime = await start(url)
    await client.$executeRawUnsafe(damage)
    expect(await runtime.notReady()).toBe('database')
  })

  if (testProvider() === 'postgresql') {
    it('is not ready while the database can only be read, and ready again afterwards', async () => {
      const { url, client } = await openSeededDatabase()
      const database = new URL(url).pathname.slice(1)
      const readOnly = (value: string) =>
        client.$executeRawUnsafe(
          `ALTER DATABASE "${database}" SET default_transaction_read_only = ${value}`,
        )
      const runtime = await start(url)
      await readOnly('on')
      // Open connections keep the old setting, so they are terminated. A real replica has none from before it
      // was read-only.
      await client.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`
      await expect.poll(() => runtime.notReady()).toBe('database')
      await readOnly('off')
      await expect.poll(() => runtime.notReady()).toBeNull()
    })
  }

  it('does not start with a key that does not open what is stored', async () => {
    const { url } = await openSeededDatabase()
    await expect(start(url, { ENCRYPTION_KEY: otherKey })).rejects.toThrow(
      /^The encryption key \(ENCRYPTION_KEY\) does not decrypt the secrets in the database/,
    )
  })

  it('re-encrypts every stored secret while the key changes, and repeating it changes nothing', async () => {
    const { url, client } = await openSeededDatabase()
    const old = await start(url)
    const { id } = await client.user.findFirstOrThrow()
    const otpPlace = `users.otp_secret_encrypted/${id}` as const
    const smtpPlace = 'settings.smtp_password_encrypted/1'
    await client.user.update({
      where: { id },
      data: { otpSecretEncrypted: old.cipher.seal('otp secret', otpPlace) },
    })
    await client.settings.update({
      where: { id: 1 },
      data: { smtpPasswordEncrypted: old.cipher.seal('smtp password', smtpPlace) },
    })
    const changing = { ENCRYPTION_KEY: otherKey, ENCRYPTION_KEY_PREVIOUS: encryptionKey }
    await start(url, changing)
    await start(url, changing)

    const { cipher, store } = await start(url, { ENCRYPTION_KEY: otherKey })
    const user = await client.user.findUniqueOrThrow({ where: { id } })
    const settings = await store.settings.find()
    expect(cipher.open(user.otpSecretEncrypted ?? new Uint8Array(), otpPlace)).toBe('otp secret')
    expect(cipher.open(settings?.smtpPasswordEncrypted ?? new Uint8Array(), smtpPlace)).toBe(
      'smtp password',
    )
    const clients = await client.client.findMany({
      where: { clientSecretEncrypted: { not: null } },
    })
    expect(clients.length).toBeGreaterThan(0)
    for (const found of clients) expect(storedSecretOf(found, cipher)).not.toBe('')
    for (const key of await store.signingKeys.findAll()) {
      const place = `key_pairs.private_key_encrypted/${key.keyIdentifier}` as const
      expect(cipher.open(key.privateKeyEncrypted, place)).toMatch(/^-----BEGIN PRIVATE KEY-----/)
    }
  })
})

if (testProvider() === 'sqlite')
  describe('the runtime on SQLite', () => {
    // The other process makes keys of the real size.
    it('names the file that its first data does not fit into', { timeout: 90_000 }, async () => {
      const { url, remove } = await createDatabase('sqlite')
      closing.push(remove)
      await migrate(url, migrationsFolder)
      const code = `
        import { readConfig } from '#lib/config/config.ts'
        import { openRuntime } from '#lib/runtime.ts'
        const { message } = await openRuntime(readConfig(process.env)).catch((error) => error)
        process.stdout.write(String(message))`
      // Limits a file's size to 80 blocks of 512 or 1024 bytes, enough only for the tables' shared memory.
      const limited = ['-c', 'ulimit -f 80 && exec "$0" --input-type=module --eval "$1"']
      const { stdout } = await promisify(execFile)('sh', [...limited, process.execPath, code], {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        env: { ...process.env, ...testEnvironment(url) },
      })
      expect(stdout).toMatch(/^The database file [^\n]+ Check DATABASE_URL and DATA_DIR\.$/)
      expect(stdout).toContain(` ${sqliteFile({ databaseUrl: url })} cannot be used: `)
    })

    it.each([
      ['gone', (file: string) => rmSync(file)],
      [
        'replaced',
        (file: string) => {
          copyFileSync(file, `${file}.copy`)
          renameSync(`${file}.copy`, file)
        },
      ],
    ])('is not ready when the file that it has open is %s', async (_, take) => {
      const { url } = await openSeededDatabase()
      const runtime = await start(url)
      expect(await runtime.notReady()).toBeNull()
      take(sqliteFile({ databaseUrl: url }) ?? '')
      expect(await runtime.notReady()).toBe('database')
    })
  })

describe('the runtime of a worker or a command', () => {
  async function opening(url: string) {
    const runtime = await openInstalled(testConfig(url))
    closing.push(() => runtime.close())
    return runtime
  }
  const failureOf = (url: string): Promise<string> =>
    opening(url).then(
      () => 'none',
      (error: Error) => error.message,
    )

  it('opens what a server has set up', async () => {
    const { url } = await openSeededDatabase()
    const runtime = await opening(url)
    expect(runtime.seedReport).toBeNull()
    expect(await runtime.notReady()).toBeNull()
  })

  it('of a worker opens what a newer version has migrated meanwhile; of a command it does not', async () => {
    const { url, client } = await openSeededDatabase()
    await client.$executeRawUnsafe(
      `UPDATE "_prisma_migrations" SET "migration_name" = '99990101000000_of_tomorrow' WHERE "migration_name" =
        (SELECT MAX("migration_name") FROM "_prisma_migrations")`,
    )
    const runtime = await openForWorker(testConfig(url))
    closing.push(() => runtime.close())
    expect(await runtime.store.settings.find()).not.toBeNull()
    expect(await failureOf(url)).toContain('newer (99990101000000_of_tomorrow)')
  })

  it('makes nothing where there is nothing', async () => {
    const { url, remove } = await createDatabase(testProvider())
    closing.push(remove)
    const { state } = await inspectDatabase(url, migrationsFolder)
    expect(await failureOf(url)).toBe(
      `The database is no longer as the server set it up, but ${state}. Restore it, or restart the server.`,
    )
    expect(await inspectDatabase(url, migrationsFolder)).toMatchObject({ state })
    expect(existsSync(sqliteFile({ databaseUrl: url }) ?? '')).toBe(false)
  })

  it('seeds nothing where there are only tables', async () => {
    const { url, remove } = await createDatabase(testProvider())
    closing.push(remove)
    await migrate(url, migrationsFolder)
    expect(await failureOf(url)).toContain('but empty. ')
    expect(await inspectDatabase(url, migrationsFolder)).toMatchObject({ state: 'empty' })
  })

  it('migrates nothing', async () => {
    const { url, client } = await openSeededDatabase()
    await client.$executeRawUnsafe('DELETE FROM "_prisma_migrations"')
    expect(await failureOf(url)).toMatch(/but behind \(\d+_\w+\)\. /)
    expect(await client.$queryRawUnsafe('SELECT 1 FROM "_prisma_migrations"')).toEqual([])
  })
})
