import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isMachineName } from '#lib/config/machine-name.mjs'

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

/** The settings of a process that reads `.env` and has these variables. */
function settingsWith(env: Record<string, string>) {
  const lib = join(process.cwd(), 'lib', 'config')
  const code = `
    import { readEnvFile } from '${lib}/env-file.mjs'
    import { processConfig } from '${lib}/config.ts'
    readEnvFile(process.env)
    const { hostname, appName } = processConfig('leave')
    process.stdout.write(JSON.stringify({ hostname, appName }))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: home,
    env: { PATH: process.env.PATH, ...env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  return JSON.parse(stdout)
}

test.each([
  ['the name that a shell exports', hostname(), '127.0.0.1'],
  ['the same in capitals', hostname().toUpperCase(), '127.0.0.1'],
  ['an empty value', '', '127.0.0.1'],
  ['a blank value', ' ', '127.0.0.1'],
  ['an address', '127.0.0.2', '127.0.0.2'],
  ['localhost', 'localhost', 'localhost'],
])('HOSTNAME of .env counts unless the environment chooses an interface: %s', (_, HOSTNAME, at) => {
  writeFileSync(join(home, '.env'), 'BASE_URL=https://login.example.com\nHOSTNAME=127.0.0.1\n')
  expect(settingsWith({ HOSTNAME }).hostname).toBe(at)
})

test.each([
  ['', 'Of the file'],
  [' ', 'Of the file'],
  ['Of the shell', 'Of the shell'],
])('a value of .env counts unless the environment has one: %j', (APP_NAME, counts) => {
  writeFileSync(join(home, '.env'), 'APP_NAME=Of the file\n')
  expect(settingsWith({ APP_NAME }).appName).toBe(counts)
})

test.each([
  ['login', 'login.example.com', true],
  ['Login.Example.com', 'login.example.com', true],
  ['example.com', 'login.example.com', false],
  ['localhost', 'localhost', false],
  ['localhost', 'localhost.localdomain', false],
  ['localhost.localdomain', 'localhost.localdomain', true],
])('HOSTNAME=%s on the machine %s is its own name: %s', (value, machine, isOwn) => {
  expect(isMachineName(value, machine)).toBe(isOwn)
})
