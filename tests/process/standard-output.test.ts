import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { remoteServer } from '#tests/support/remote.ts'

/** Starts a server on an empty database; removed at the end of the test. */
function start(settings: Record<string, string>, standardOutput: 'pipe' | number): ChildProcess {
  const dataDir = mkdtempSync(join(tmpdir(), 'authserver-output-'))
  const child = spawn(process.execPath, ['lib/start.mjs'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      BASE_URL: 'http://localhost:1',
      HOSTNAME: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_HTTP_REQUESTS: 'true',
      ...settings,
    },
    stdio: ['ignore', standardOutput, 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  return child
}

/** @returns the output of the stream so far */
function collected(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return () => text
}

const passwordLine = /│ {2}Password {4}(\S+) +│/

test.each(['1', '2'])(
  'standard output is the banner and JSON records, one a line, and only the banner tells the generated password (WORKERS=%s)',
  async (workers) => {
    const child = start({ WORKERS: workers }, 'pipe')
    const output = collected(child.stdout)
    child.stderr?.resume()
    const find = (pattern: RegExp) => pattern.exec(output())?.[1]
    await expect.poll(() => find(/"port":(\d+),.*"msg":"ready"/), { timeout: 60_000 }).toBeDefined()
    const server = remoteServer(`http://localhost:${find(/"port":(\d+),.*"msg":"ready"/)}`)
    // A page that Next.js renders, so that everything it prints has been printed.
    expect((await server.fetch('/')).status).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'close')

    const banner = /^\s*[┌╭][\s\S]*?[└╰].*\n/m.exec(output())?.[0] ?? ''
    const password = passwordLine.exec(banner)?.[1]
    expect(password).toMatch(/^\S{12,}$/)
    const log = output().replace(banner, '')
    const lines = log.split('\n').filter((line) => line !== '')
    expect(lines.filter((line) => !line.startsWith('{"level":"'))).toEqual([])
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages).toEqual(expect.arrayContaining(['applied a migration', 'request', 'stopped']))
    expect(log).not.toContain(password)
  },
)

test.each(['1', '2'])(
  'a server whose standard output takes nothing serves, says so on standard error, and tells the generated password there (WORKERS=%s)',
  async (workers) => {
    const full = openSync('/dev/full', 'w')
    const port = await freePort()
    const child = start({ WORKERS: workers, PORT: String(port) }, full)
    closeSync(full)
    const errors = collected(child.stderr)
    const server = remoteServer(`http://localhost:${port}`)
    const statusOf = (path: string) =>
      server.fetch(path).then(
        (response) => response.status,
        () => 'no answer',
      )
    await expect.poll(() => statusOf('/ready'), { timeout: 60_000 }).toBe(200)
    for (let count = 0; count < 200; count++) expect(await statusOf('/health')).toBe(200)
    child.kill('SIGTERM')
    const [exitCode] = await once(child, 'close')

    expect(exitCode).toBe(0)
    expect(errors()).toMatch(passwordLine)
    // At most once per process, not once per record.
    const said =
      errors().match(/^\{"level":"error",.*"msg":"Cannot write the log: ENOSPC.*"\}$/gm) ?? []
    expect(said.length).toBeGreaterThanOrEqual(1)
    expect(said.length).toBeLessThanOrEqual(Number(workers) + 1)
  },
)
