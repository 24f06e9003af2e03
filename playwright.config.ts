import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { browserFlags } from './tests/run/browser-flags.mjs'

const browser = process.env.TEST_BROWSER
const report = process.env.TEST_REPORT

/**
 * Browser tests against the built server, which `tests/browser/start.ts` starts once. Each runs in a
 * browser with scripts and in one without, unless its title says `@scripts` or `@no-scripts`: what the
 * server decides is tried with scripts, where another test proves the same form without them.
 */
export default defineConfig({
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
    baseURL: process.env.TEST_SERVER_URL ?? '',
    locale: 'en-US',
    // Of tests that pass, too, until it is known: for those who look at it.
    screenshot: report ? 'off' : 'only-on-failure',
    launchOptions: {
      args: browserFlags(),
      ...(browser ? { executablePath: browser } : {}),
    },
  },
  projects: [
    { name: 'with scripts', grepInvert: /@no-scripts/ },
    { name: 'without scripts', grepInvert: /@scripts/, use: { javaScriptEnabled: false } },
  ],
})
