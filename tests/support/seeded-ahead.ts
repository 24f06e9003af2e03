import { existsSync } from 'node:fs'
import { readConfig } from '#lib/config/config.ts'
import { generateKeyPair, type NewKeyPair } from '#lib/domain/keys/keys.ts'
import { hashPassword } from '#lib/domain/passwords/password.ts'
import { seed } from '#lib/domain/settings/bootstrap.ts'
import { openDatabase } from '#lib/persistence/client.ts'
import { providerOf } from '#lib/persistence/database/provider.ts'
import { migrate } from '#lib/persistence/maintenance/migrate.ts'
import { openStore } from '#lib/persistence/store.ts'
import { makeKeysSmall } from './key-size.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { encryptionKey, preparedKeysVariable, testCipher } from './settings.ts'
import { signInAdditionsOff } from './sign-in-additions.ts'

/**
 * Makes the two signing keys for all databases that this process and its workers seed from now on, unless
 * `npm test` has made them. Generating keys takes most of the time of a first start.
 */
export async function prepareKeys(): Promise<void> {
  process.env[preparedKeysVariable] ??= await makeKeys()
}

/** Two new pairs, as the value of `TEST_SIGNING_KEYS`. They are small: each token is signed in a fifth of the time. */
export async function makeKeys(): Promise<string> {
  makeKeysSmall()
  const pairs = await Promise.all([generateKeyPair(testCipher), generateKeyPair(testCipher)])
  return JSON.stringify(pairs, asBase64)
}

/**
 * Fills a new database as a server's first start with these variables would, but with the prepared keys.
 * Does nothing when the encryption key is not the tests' own, or when the server must generate the password.
 */
export async function seedAhead(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const keys = preparedKeys()
  const isOurs = env.ENCRYPTION_KEY === encryptionKey && env.ADMIN_PASSWORD !== undefined
  if (keys.length === 0 || !isOurs) return
  const config = readConfig(env)
  const { databaseUrl } = config
  const provider = providerOf(databaseUrl)
  if (provider === 'sqlite' && existsSync(databaseUrl.replace(/^file:/, ''))) return
  await migrate(databaseUrl, migrationsFolder)
  const database = openDatabase(databaseUrl)
  try {
    const store = openStore(database)
    await seed(store, {
      config,
      cipher: testCipher,
      now: new Date(),
      hashPassword,
      generateKeys: async () => keys.shift() ?? generateKeyPair(testCipher),
    })
    await store.settings.update(signInAdditionsOff)
  } finally {
    await database.close()
  }
}

/** The prepared pairs; none if nothing has made them. */
export function preparedKeys(): NewKeyPair[] {
  return JSON.parse(process.env[preparedKeysVariable] ?? '[]', fromBase64)
}

/** Reads the value from `this`, because `value` is already a Buffer's own JSON. */
function asBase64(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const held = this[name]
  return held instanceof Uint8Array ? { base64: Buffer.from(held).toString('base64') } : value
}

function fromBase64(_name: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'base64' in value
  return isBytes ? new Uint8Array(Buffer.from(String(value.base64), 'base64')) : value
}
