import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Prints at exit the value that the process has set. */
const preload = `process.on('exit', () => process.stderr.write(process.env.UV_THREADPOOL_SIZE))`
const usual = String(Math.max(2, availableParallelism()))

test.each([
  ['not set', {}, usual],
  ['empty', { UV_THREADPOOL_SIZE: '' }, usual],
  ['set', { UV_THREADPOOL_SIZE: '7' }, '7'],
])(
  'node’s pool has a thread for each processor, and two at least, or as many as were asked for (%s)',
  (_, env, threads) => {
    const { stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, 'lib/start.mjs'],
      {
        cwd: fileURLToPath(new URL('../../../', import.meta.url)),
        // Ends a server that starts in spite of the error.
        env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: 'no number', ...env },
        encoding: 'utf8',
        timeout: 30_000,
      },
    )
    expect(stderr).toMatch(/^PORT must be [^\n]+\.\n/)
    expect(stderr.split('\n').at(-1)).toBe(threads)
  },
)
