import { type Cipher, openCipher } from '#lib/base/crypto/cipher.ts'
import { type Config, readConfig } from '#lib/config/config.ts'

export const baseUrl = 'http://localhost:3000'

/** The administrator that seeding creates. */
export const administrator = { email: 'admin@example.com', password: 'Correct-horse-9' }

/**
 * The default clock of tests. It is far from today, so a rule that reads the machine's clock instead of the
 * context's fails.
 */
export const testStart = new Date('2031-03-03T12:00:00.000Z')

/** The encryption key of test databases: 32 bytes as hexadecimal digits. */
export const encryptionKey = '5a'.repeat(32)

/** Variable with the signing keys of seeded databases (`prepareKeys`). */
export const preparedKeysVariable = 'TEST_SIGNING_KEYS'

export const testCipher: Cipher = openCipher(Buffer.from(encryptionKey, 'hex'))

/**
 * The environment of a server under test.
 * @param databaseUrl `file:<path>` or `postgresql://…`
 * @param changes variables to add or replace; undefined removes one
 */
export function testEnvironment(
  databaseUrl: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Record<string, string | undefined> {
  return {
    BASE_URL: baseUrl,
    // The default would end with the port.
    SESSION_COOKIE_NAME: 'authserver',
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: encryptionKey,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'silent',
    ...changes,
  }
}

export function testConfig(
  databaseUrl: string,
  changes?: Readonly<Record<string, string | undefined>>,
): Config {
  return readConfig(testEnvironment(databaseUrl, changes))
}
