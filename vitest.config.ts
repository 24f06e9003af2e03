import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Unit and HTTP tests, on the database that `TEST_DATABASE` names (`sqlite` or `postgresql`). They
 * run in plain Node.js, which strips the types itself: what only works bundled does not pass.
 */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/browser/**', 'tests/faults/**', 'tests/process/**', 'node_modules/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    maxWorkers: Math.max(2, availableParallelism()),
    // Files of one worker share its modules, which take longer to load than most files to run.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // As much as a busy machine takes; whoever waits for more says so.
    expect: { poll: { timeout: 10_000 } },
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
