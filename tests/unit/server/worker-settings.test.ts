import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

test.each([
  ['its folder', {}],
  ['its folder, and that of the database', { DATABASE_URL: 'file:elsewhere/authserver.db' }],
])('a worker that finds %s gone makes no other, and no other encryption key', async (_, more) => {
  const home = mkdtempSync(join(tmpdir(), 'worker-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const { PATH } = process.env
  const worker = fork(join(process.cwd(), 'lib', 'start.mjs'), {
    cwd: home,
    // Node.js treats a process with NODE_UNIQUE_ID as a worker.
    env: { PATH, NODE_UNIQUE_ID: '1', DATA_DIR: 'data', NODE_ENV: 'production', ...more },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const [said, [code]] = await Promise.all([
    worker.stderr ? text(worker.stderr) : '',
    once(worker, 'exit'),
  ])
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^The encryption key [^\n]+ is missing\. Restore it [^\n]+\.\n$/),
  ])
  expect(['data', 'elsewhere'].filter((name) => existsSync(join(home, name)))).toEqual([])
})
