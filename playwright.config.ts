import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import type { DatabaseOption } from './tests/browser/fixtures.ts'
import { browserFlags } from './tests/run/browser-flags.mjs'
import { testProviders } from './tests/support/databases.ts'

const browser = process.env.TEST_BROWSER
const report = process.env.TEST_REPORT
const providers = testProviders()

/**
 * Browser tests against the built server, which `tests/browser/start.ts` starts once on each database. Each runs
 * in a browser with scripts, on SQLite, and in one without, on PostgreSQL, unless its title says `@scripts` or
 * `@no-scripts`: what the server decides is tried with scripts, where another test proves the same form without
 * them, and a page on which scripts change nothing is tried without. `TEST_DATABASE` puts all of them on one database.
 */
export default defineConfig<object, DatabaseOption>({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/browser/start.ts',
  // One for each core, up to what one server feeds: more only take the cores from each other.
  workers: Math.min(Math.max(availableParallelism(), 2), 4),
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // For slow machines: what passes waits no longer for it.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: report ? [['dot'], ['json', { outputFile: report }]] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    // Of tests that pass, too, until it is known: for those who look at it.
    screenshot: report ? 'off' : 'only-on-failure',
    launchOptions: {
      args: browserFlags(),
      ...(browser ? { executablePath: browser } : {}),
    },
  },
  projects: [
    { name: 'with scripts', grepInvert: /@no-scripts/, use: { provider: providers[0] } },
    {
      name: 'without scripts',
      grepInvert: /@scripts/,
      use: { javaScriptEnabled: false, provider: providers.at(-1) ?? providers[0] },
    },
  ],
})
