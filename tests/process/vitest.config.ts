import { defineConfig } from 'vitest/config'
import { testProviders } from '../support/databases.ts'

/** Files whose rules hold on PostgreSQL by other means than on SQLite: starts, ends, failures and what others wrote. */
const onBoth = [
  'admin-api-walk',
  'cli-documents',
  'kill',
  'security-surface',
  'sign-in-page',
  'signals',
  'start',
].map((name) => `tests/process/${name}.test.ts`)

/** What stands between the server and PostgreSQL. */
const onPostgresql = ['tests/process/pooler.test.ts']

/** Tests that start the built server as a process of its own: two at a time, since much of it is waiting. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // As much as a busy machine takes; whoever waits for more says so.
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
