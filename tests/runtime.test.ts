import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { openCipher } from '#lib/base/crypto/cipher.ts'
import { sqliteFile } from '#lib/config/config.ts'
import { WrongEncryptionKeyError } from '#lib/domain/keys/encryption-key.ts'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import { inspectDatabase } from '#lib/persistence/maintenance/inspection.ts'
import { migrate } from '#lib/persistence/maintenance/migrate.ts'
import { openForWorker, openInstalled, openRuntime } from '#lib/runtime.ts'
import { createDatabase, testProvider } from '#tests/support/databases.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { anInteraction } from '#tests/support/interactions.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'
import { aClient, aUser, storedSecretOf } from '#tests/support/people.ts'
import { encryptionKey, testConfig, testEnvironment, testStart } from '#tests/support/settings.ts'
import { runCommand } from './cli/run-command.ts'

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

/** Starts in another process, whose standard output is the log. */
async function logOfStart(url: string): Promise<unknown[]> {
  const code = `
    import { readConfig } from '#lib/config/config.ts'
    import { openRuntime } from '#lib/runtime.ts'
    await (await openRuntime(readConfig(process.env))).close()`
  // Threads of the process would inherit an `--input-type`, which is not for them.
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', code], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...testEnvironment(url, { LOG_LEVEL: 'info' }) },
  })
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
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

  // Starts on one SQLite file, which is for one machine, take turns.
  it.runIf(testProvider() === 'postgresql')(
    'refuses a key that another first start at the same time does not have',
    async () => {
      const database = await createDatabase(testProvider())
      const keys = [encryptionKey, otherKey]
      const starts = keys.map((key) => start(database.url, { ENCRYPTION_KEY: key }))
      const settled = await Promise.allSettled(starts)
      closing.push(() => database.remove())
      expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const refused = settled.find((one) => one.status === 'rejected')
      expect(refused?.reason).toBeInstanceOf(WrongEncryptionKeyError)
    },
  )

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

  describe('with values that a process with a former key stored last', () => {
    const formerCipher = openCipher(new Uint8Array(32).fill(7))
    const openDamaged = async () => {
      const opened = await openSeededDatabase()
      await start(opened.url)
      const user = await aUser(opened.store)
      return { ...opened, user, application: await aClient(opened.store) }
    }

    it('starts without those that are short-lived, and tells how many', async () => {
      const { url, store, client, user, application } = await openDamaged()
      const sealed = formerCipher.seal('x', 'form/sign-in-test')
      await anInteraction(store, application, { emailCodeEncrypted: sealed })
      const kept = await anInteraction(store, application)
      await store.consoleSessions.insert({
        cookieHash: 'hash-of-a-cookie',
        sealed,
        expiresAt: testStart,
      })
      const codes = {
        emailVerificationCodeEncrypted: sealed,
        factorCodeEncrypted: sealed,
        otpEnrollmentSecretEncrypted: sealed,
        pendingEmailCodeEncrypted: sealed,
      }
      await client.user.update({ where: { id: user.id }, data: codes })
      const own = { deviceCodeHash: 'hash-of-a-device-code', userCodeHash: 'hash-of-a-code' }
      const waiting = { clientId: application.id, createdAt: testStart, expiresAt: testStart }
      const about = { scope: 'openid', targetAcr: 'level1', ipAddress: '', userAgent: '' }
      await client.deviceAuthorization.create({
        data: { ...own, ...waiting, ...about, approvedEncrypted: sealed },
      })
      const { createdAt: _, ...pushed } = waiting
      await client.pushedRequest.create({
        data: { ...pushed, handleHash: 'hash-of-a-handle', parametersEncrypted: sealed },
      })

      expect(await logOfStart(url)).toEqual([
        expect.objectContaining({
          level: 'warn',
          count: 8,
          msg: 'discarded values that no key decrypts',
        }),
      ])
      const found = await client.interaction.findMany({ select: { id: true } })
      expect(found).toEqual([{ id: kept.id }])
      expect(await client.consoleSession.count()).toBe(0)
      expect(await client.deviceAuthorization.count()).toBe(0)
      expect(await client.pushedRequest.count()).toBe(0)
      expect(await client.user.findUnique({ where: { id: user.id } })).toMatchObject({
        emailVerificationCodeEncrypted: null,
        factorCodeEncrypted: null,
        otpEnrollmentSecretEncrypted: null,
        pendingEmailCodeEncrypted: null,
      })
    })

    it('names the lasting ones, discards nothing, and starts with the key that encrypted them', async () => {
      const { url, store, client, application } = await openDamaged()
      const place = `clients.client_secret_encrypted/${application.id}` as const
      await store.clients.update(application.id, {
        clientSecretEncrypted: formerCipher.seal('a secret', place),
      })
      await anInteraction(store, application, {
        newCodesEncrypted: formerCipher.seal('x', 'form/sign-in-test'),
      })
      const refused = start(url, {
        ENCRYPTION_KEY: otherKey,
        ENCRYPTION_KEY_PREVIOUS: encryptionKey,
      })
      await expect(refused).rejects.toThrow(WrongEncryptionKeyError)
      await expect(refused).rejects.toThrow(
        `but not clients.client_secret_encrypted (id ${application.id}). Set ENCRYPTION_KEY_PREVIOUS`,
      )
      expect(await client.interaction.count()).toBe(1)

      // Everything else has the new key by now, so the place of the previous one is free for the former.
      const { cipher } = await start(url, {
        ENCRYPTION_KEY: otherKey,
        ENCRYPTION_KEY_PREVIOUS: '07'.repeat(32),
      })
      const found = await client.client.findUniqueOrThrow({ where: { id: application.id } })
      expect(storedSecretOf(found, cipher)).toBe('a secret')
      await start(url, { ENCRYPTION_KEY: otherKey })
    })

    it('starts once a command has replaced the secret that no key opens', async () => {
      const { url, store, application } = await openDamaged()
      const { id, clientIdentifier } = application
      await store.clients.update(id, {
        clientSecretEncrypted: formerCipher.seal('x', `clients.client_secret_encrypted/${id}`),
      })
      await expect(start(url)).rejects.toThrow(WrongEncryptionKeyError)
      const { code } = await runCommand({ url }, ['client-secret', clientIdentifier, '--rotate'])
      expect(code).toBe(0)
      expect(await (await start(url)).notReady()).toBeNull()
    })
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
