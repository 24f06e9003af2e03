import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

test('the clients that these tests use are of today’s schema', () => {
  const madeOf = readFileSync('lib/persistence/generated/schema.prisma', 'utf8')
  expect(madeOf).toBe(readFileSync('prisma/schema.prisma', 'utf8'))
})

describe('the start generates the database clients', () => {
  /** A minimal program with only the deciding files; its generator records its runs. */
  let program: string

  beforeEach(() => {
    program = mkdtempSync(join(tmpdir(), 'authserver-test-'))
    put('package.json', '{ "type": "module", "imports": { "#lib/*": "./lib/*" } }')
    put('prisma/schema.prisma', 'a schema')
    put(
      'prisma/generate.mjs',
      `import { appendFileSync, cpSync } from 'node:fs'
      appendFileSync('runs', 'x')
      cpSync('prisma/schema.prisma', 'lib/persistence/generated/schema.prisma')`,
    )
    put('runs', '')
    for (const name of ['build', 'compressed-files', 'content-codings']) {
      put(`lib/server/${name}.ts`, readFileSync(`lib/server/${name}.ts`, 'utf8'))
    }
    put(
      'lib/base/network/accept-header.ts',
      readFileSync('lib/base/network/accept-header.ts', 'utf8'),
    )
    symlinkSync(resolve('node_modules'), join(program, 'node_modules'))
  })

  afterEach(() => rmSync(program, { recursive: true }))

  function put(path: string, content: string): void {
    mkdirSync(dirname(join(program, path)), { recursive: true })
    writeFileSync(join(program, path), content)
  }

  /** Number of generator runs after another start of the program. */
  function runsAfterStart(): number {
    const address = pathToFileURL(join(program, 'lib', 'server', 'build.ts')).href
    const code = `import { ensureDatabaseClients } from '${address}'; ensureDatabaseClients()`
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'pipe' })
    return readFileSync(join(program, 'runs'), 'utf8').length
  }

  test('when there are none, and when the schema has changed since', () => {
    expect(runsAfterStart()).toBe(1)
    expect(runsAfterStart()).toBe(1)
    put('prisma/schema.prisma', 'another schema')
    expect(runsAfterStart()).toBe(2)
    expect(runsAfterStart()).toBe(2)
  })

  test('and says so when that was ended by the system', () => {
    put('prisma/generate.mjs', "process.kill(process.pid, 'SIGKILL')")
    expect(() => runsAfterStart()).toThrow(
      'Failed to generate the database clients, because the process was killed by SIGKILL.',
    )
  })
})
