import { defineConfig } from 'vitest/config'

/** Tests that start the built server as a process of its own: one after the other, and slow. */
export default defineConfig({
  test: {
    include: ['tests/process/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
