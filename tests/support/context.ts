import { openLog } from '#lib/base/log/log.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Config } from '#lib/config/config.ts'
import type { Context } from '#lib/context.ts'
import { openMail } from '#lib/mail/transport.ts'
import { lookUpBreached } from '#lib/outbound/breached-passwords.ts'
import { storedConfiguration } from '#lib/persistence/configuration-cache.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import { fileDatabase, type OpenDatabase, openSeededDatabase } from './file-database.ts'
import { testCipher, testConfig, testStart } from './settings.ts'

/** Contexts for tests of a rule, at any moment. */
export interface TestContext {
  /** A context at `testStart` or at the requested moment. */
  readonly ctx: Context
  readonly store: Store
  readonly config: Config
  at(moment: Date): Context
  /** A context this many seconds after `ctx`. */
  later(seconds: number): Context
  /** Saves settings. Contexts made afterwards (`at`, `later`, another read of `ctx`) carry them. */
  changeSettings(change: Parameters<Store['settings']['update']>[0]): Promise<SettingsRecord>
  close(): Promise<void>
}

interface ContextOptions {
  readonly now?: Date
  /** Environment variables that differ from `testEnvironment`. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Uses a database that no other test of the file uses. */
  readonly ownDatabase?: boolean
}

/**
 * Opens the file's database (created on the first call) and returns contexts over it. The database is closed
 * when the file has run.
 */
export async function testContext(options: ContextOptions = {}): Promise<TestContext> {
  const database = await (options.ownDatabase ? openSeededDatabase() : fileDatabase())
  const start = options.now ?? testStart
  const config = testConfig(database.url, options.env)
  let settings = await readSettings(database)
  const at = (now: Date): Context => ({
    now,
    requestId: 'test-request',
    ip: '127.0.0.1',
    userAgent: 'test',
    acceptLanguage: 'en',
    config,
    settings,
    configuration: storedConfiguration(database.store),
    store: database.store,
    limits: database.limits,
    mail: openMail(),
    lookUpBreached,
    cipher: testCipher,
    log: openLog('silent'),
  })
  return {
    get ctx() {
      return at(start)
    },
    store: database.store,
    config,
    at,
    later: (seconds) => at(addSeconds(start, seconds)),
    async changeSettings(change) {
      settings = await database.store.settings.update(change)
      return settings
    },
    close: () => database.close(),
  }
}

async function readSettings({ store }: OpenDatabase): Promise<SettingsRecord> {
  const settings = await store.settings.find()
  if (!settings) throw new Error('The template database holds no settings.')
  return settings
}
