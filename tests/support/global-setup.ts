import type { TestProject } from 'vitest/node'
import { generateKeyPair } from '#lib/domain/keys/keys.ts'
import { seed } from '#lib/domain/settings/bootstrap.ts'
import { openDatabase } from '#lib/persistence/client.ts'
import type { Provider } from '#lib/persistence/database/provider.ts'
import { migrate } from '#lib/persistence/maintenance/migrate.ts'
import { openStore } from '#lib/persistence/store.ts'
import { createDatabase, type TestDatabase, testProvider } from './databases.ts'
import { hashCheaply } from './hashing.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { preparedKeys, prepareKeys } from './seeded-ahead.ts'
import { testCipher, testConfig, testStart } from './settings.ts'
import { signInAdditionsOff } from './sign-in-additions.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated and seeded database that every test file copies. */
    template: { provider: Provider; url: string }
  }
}

/** Makes the template once per run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await createDatabase(testProvider())
  try {
    await migrate(template.url, migrationsFolder)
    await seedTemplate(template)
  } catch (error) {
    await template.remove()
    throw error
  }
  project.provide('template', { provider: template.provider, url: template.url })
  return () => template.remove()
}

async function seedTemplate({ url }: TestDatabase): Promise<void> {
  await prepareKeys()
  const keys = preparedKeys()
  const database = openDatabase(url, 2)
  try {
    const store = openStore(database)
    await seed(store, {
      config: testConfig(url),
      cipher: testCipher,
      now: testStart,
      hashPassword: hashCheaply,
      generateKeys: async (cipher) => keys.shift() ?? generateKeyPair(cipher),
    })
    await store.settings.update(signInAdditionsOff)
  } finally {
    await database.close()
  }
}
