import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { remoteServer } from '#tests/support/remote.ts'

test.each(['1', '2'])(
  'standard output is the banner and JSON records, one a line (WORKERS=%s)',
  async (workers) => {
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
        WORKERS: workers,
        LOG_HTTP_REQUESTS: 'true',
      },
    })
    onTestFinished(() => {
      child.kill('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.resume()
    const find = (pattern: RegExp) => pattern.exec(output)?.[1]
    await expect.poll(() => find(/"port":(\d+),.*"msg":"ready"/), { timeout: 60_000 }).toBeDefined()
    const server = remoteServer(`http://localhost:${find(/"port":(\d+),.*"msg":"ready"/)}`)
    // One that Next renders, so that whatever it prints has been printed.
    expect((await server.fetch('/')).status).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'close')

    const banner = /^\s*[┌╭][\s\S]*?[└╰].*\n/m.exec(output)?.[0] ?? ''
    expect(banner).toMatch(/│ {2}Password {4}\S+ +│/)
    const log = output.replace(banner, '')
    const lines = log.split('\n').filter((line) => line !== '')
    expect(lines.filter((line) => !line.startsWith('{"level":"'))).toEqual([])
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages).toEqual(expect.arrayContaining(['applied a migration', 'request', 'stopped']))
    expect(log).not.toMatch(/password/i)
  },
)
