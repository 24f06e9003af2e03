import { defineConfig } from 'vitest/config'

/**
 * Tests that take a resource from the built server under load: a process, the database, the disk. They run
 * one after another; `npm run test:faults` builds first.
 */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Enough for a busy machine; tests that wait longer set their own timeout.
    expect: { poll: { timeout: 10_000 } },
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
