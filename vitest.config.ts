import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { testProvider } from './tests/support/databases.ts'

/** Rules of the repository itself, and of its files. */
const ofTheRepository = ['architecture', 'citations', 'config', 'docs', 'docs-accessibility'].map(
  (name) => `tests/${name}.test.ts`,
)
const unit = ['tests/unit/**/*.test.ts', ...ofTheRepository]

/** Locks of single rows, which SQLite does not have: it runs one writing transaction after the other. */
const onPostgresqlOnly = ['tests/persistence/lock-order.test.ts']

/**
 * `unit` opens no database and runs once. `database` runs on the database that `TEST_DATABASE` names (`sqlite`
 * or `postgresql`). Both run in plain Node.js, which strips the types itself, so what only works bundled fails.
 */
export default defineConfig({
  test: {
    // One more than cores: some files wait for clocks, mails and the database.
    maxWorkers: Math.max(2, availableParallelism() + 1),
    // Files of one worker share its modules, which take longer to load than most files to run.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Enough for a busy machine; tests that wait longer set their own timeout.
    expect: { poll: { timeout: 10_000 } },
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: unit, setupFiles: ['tests/support/examples.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/**/*.test.ts'],
          exclude: [
            ...unit,
            'tests/{browser,faults,process}/**',
            ...(testProvider() === 'sqlite' ? onPostgresqlOnly : []),
          ],
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/examples.ts', 'tests/support/setup.ts'],
        },
      },
    ],
  },
})
