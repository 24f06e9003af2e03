import { defineConfig } from 'vitest/config'

/** Tests that start the built server as a process of its own: two at a time, since much of it is waiting. */
export default defineConfig({
  test: {
    include: ['tests/process/**/*.test.ts'],
    globalSetup: ['tests/process/global-setup.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
