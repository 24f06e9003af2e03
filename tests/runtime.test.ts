import { afterEach, describe, expect, it } from 'vitest'
import { openRuntime } from '#lib/runtime.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { encryptionKey, testConfig } from '#tests/support/settings.ts'

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

  it('does not start with a key that does not open what is stored', async () => {
    const { url } = await openSeededDatabase()
    await expect(start(url, { ENCRYPTION_KEY: otherKey })).rejects.toThrow(
      /^The encryption key \(ENCRYPTION_KEY\) does not open the secrets in the database/,
    )
  })

  it('seals every stored secret anew while the key changes, and repeating it changes nothing', async () => {
    const { url, client } = await openSeededDatabase()
    const old = await start(url)
    const { id } = await client.user.findFirstOrThrow()
    await client.user.update({
      where: { id },
      data: { otpSecretEncrypted: old.cipher.seal('otp secret') },
    })
    await client.settings.update({
      where: { id: 1 },
      data: { smtpPasswordEncrypted: old.cipher.seal('smtp password') },
    })
    const changing = { ENCRYPTION_KEY: otherKey, ENCRYPTION_KEY_PREVIOUS: encryptionKey }
    await start(url, changing)
    await start(url, changing)

    const { cipher, store } = await start(url, { ENCRYPTION_KEY: otherKey })
    const user = await client.user.findUniqueOrThrow({ where: { id } })
    const settings = await store.settings.find()
    expect(cipher.open(user.otpSecretEncrypted ?? new Uint8Array())).toBe('otp secret')
    expect(cipher.open(settings?.smtpPasswordEncrypted ?? new Uint8Array())).toBe('smtp password')
    const clients = await client.client.findMany({
      where: { clientSecretEncrypted: { not: null } },
    })
    expect(clients.length).toBeGreaterThan(0)
    for (const { clientSecretEncrypted } of clients) {
      expect(cipher.open(clientSecretEncrypted ?? new Uint8Array())).not.toBe('')
    }
    for (const key of await store.signingKeys.findAll()) {
      expect(cipher.open(key.privateKeyEncrypted)).toMatch(/^-----BEGIN PRIVATE KEY-----/)
    }
  })
})
