import { type Config, readConfig } from '#lib/config.ts'
import { type Cipher, openCipher } from '#lib/kernel/cipher.ts'

/** Where the server under test is reached. */
export const baseUrl = 'http://localhost:3000'

/** The administrator that seeding creates. */
export const administrator = { email: 'admin@example.com', password: 'Correct-horse-9' }

/**
 * The moment at which tests begin unless they say otherwise. It lies far from today, so that a rule
 * that looks at the machine's clock instead of the context's is found out.
 */
export const testStart = new Date('2031-03-03T12:00:00.000Z')

/** The key that seals secrets in test databases, 32 bytes as hexadecimal digits. */
export const encryptionKey = '5a'.repeat(32)

/** Variable with the signing keys that `prepareKeys` made for the servers that this process starts. */
export const preparedKeysVariable = 'TEST_SIGNING_KEYS'

/** The cipher over that key. */
export const testCipher: Cipher = openCipher(Buffer.from(encryptionKey, 'hex'))

/**
 * The environment of a server under test.
 * @param databaseUrl `file:<path>` or `postgresql://…`
 * @param changes variables to add or replace; undefined takes one away
 */
export function testEnvironment(
  databaseUrl: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Record<string, string | undefined> {
  return {
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: encryptionKey,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'silent',
    ...changes,
  }
}

/** The configuration read from that environment. */
export function testConfig(
  databaseUrl: string,
  changes?: Readonly<Record<string, string | undefined>>,
): Config {
  return readConfig(testEnvironment(databaseUrl, changes))
}
