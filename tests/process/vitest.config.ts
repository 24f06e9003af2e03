import { defineConfig } from 'vitest/config'
import { testProviders } from '../support/databases.ts'

/** Files whose behaviour depends on the database: starts, stops, failures and external writes. */
const onBoth = [
  'admin-api-walk',
  'cli-documents',
  'clients-across-processes',
  'device-polls',
  'kill',
  'logout-outbox',
  'security-surface',
  'sign-in-page',
  'signals',
  'start',
].map((name) => `tests/process/${name}.test.ts`)

/** Tests of a pooler between the server and PostgreSQL. */
const onPostgresql = ['tests/process/pooler.test.ts']

/** Tests with the built server in its own process. Two files at a time, because they mostly wait. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Enough for a busy machine; tests that wait longer set their own timeout.
    expect: { poll: { timeout: 10_000 } },
    projects: testProviders().map((provider) => ({
      extends: true,
      test: {
        name: provider,
        include:
          provider === 'postgresql' ? [...onBoth, ...onPostgresql] : ['tests/process/**/*.test.ts'],
        exclude: provider === 'postgresql' ? [] : onPostgresql,
        env: { TEST_DATABASE: provider },
        globalSetup: ['tests/process/global-setup.ts'],
        isolate: false,
        testTimeout: 120_000,
        hookTimeout: 120_000,
        experimental: { viteModuleRunner: false, nodeLoader: false },
      },
    })),
  },
})
