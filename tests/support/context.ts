import type { Config } from '#lib/config.ts'
import type { Context } from '#lib/context.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import { openLog } from '#lib/kernel/log.ts'
import { openMail } from '#lib/mail/transport.ts'
import { storedConfiguration } from '#lib/persistence/configuration-cache.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import { fileDatabase, type OpenDatabase, openSeededDatabase } from './file-database.ts'
import { testCipher, testConfig, testStart } from './settings.ts'

/** What a test of a rule needs: a context, and contexts at other moments. */
export interface TestContext {
  /** A context at `testStart`, or at the moment asked for. */
  readonly ctx: Context
  readonly store: Store
  readonly config: Config
  /** A context at another moment. */
  at(moment: Date): Context
  /** A context so many seconds after `ctx`. */
  later(seconds: number): Context
  /** Saves settings; contexts made afterwards (`at`, `later`, reading `ctx` again) carry them. */
  changeSettings(change: Parameters<Store['settings']['update']>[0]): Promise<SettingsRecord>
  close(): Promise<void>
}

interface ContextOptions {
  readonly now?: Date
  /** Environment variables that differ from those of `testEnvironment`. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A database that no other test of the file uses. */
  readonly ownDatabase?: boolean
}

/**
 * Opens the file's database (made on the first call) and gives contexts over it. Nothing needs to be
 * closed: that happens when the file has run.
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
