import { defineConfig } from 'vitest/config'

/**
 * Tests that take something away from the built server while it is under load: its processes, its
 * database, its disk. One after the other; `npm run test:faults` builds first.
 */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // As much as a busy machine takes; whoever waits for more says so.
    expect: { poll: { timeout: 10_000 } },
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
