import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'env-file-'))
})
afterEach(() => rmSync(home, { recursive: true }))

/** Runs the start file or the command line in a separate folder. */
function run(file: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(process.cwd(), 'lib', file), ...args],
    { cwd: home, env: { PATH: process.env.PATH, NODE_ENV: 'production' }, encoding: 'utf8' },
  )
  return [status, stdout, stderr]
}

const programs: [file: string, ...args: string[]][] = [['start.mjs'], ['authserver.mjs', 'doctor']]

test.each(programs)('%s says so when .env cannot be read, and nothing else', (...program) => {
  // Docker creates a folder when it has to mount a missing file.
  mkdirSync(join(home, '.env'))
  expect(run(...program)).toEqual([
    1,
    '',
    expect.stringMatching(/^The file \.env cannot be read: EISDIR: [^\n]+\.\n$/),
  ])
})

test.each(programs)('%s takes its settings from .env', (...program) => {
  writeFileSync(join(home, '.env'), 'PORT=high\n')
  const [status, ...said] = run(...program)
  expect(status).toBe(1)
  expect(said.join('')).toContain('PORT must be a whole number from 0 to 65535.')
})

test.each(programs)('%s is stopped by what would be lost or cut in .env', (...program) => {
  writeFileSync(join(home, '.env'), '\ufeffPORT=3000\nADMIN_PASSWORD=Plain-words-19#x\nBASE_URL\n')
  const [status, stdout, stderr] = run(...program)
  expect([status, stdout]).toEqual([1, ''])
  expect(String(stderr).split('\n')).toEqual([
    expect.stringMatching(/^The file \.env: line 2: the value of ADMIN_PASSWORD contains # .+\.$/),
    expect.stringMatching(/^The file \.env: line 3: expected NAME=value, .+\.$/),
    '',
  ])
})

test.each(programs)('%s reads .env with a byte order mark', (...program) => {
  writeFileSync(join(home, '.env'), '\ufeffPORT=high\r\n')
  const [, ...said] = run(...program)
  expect(said.join('')).toContain('PORT must be a whole number from 0 to 65535.')
})
