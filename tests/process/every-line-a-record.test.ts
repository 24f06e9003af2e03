import { describe, expect, onTestFinished, test } from 'vitest'
import { type RemoteServer, remoteServer } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { consoleCookies } from './console-cookies.ts'

async function start(env: Record<string, string> = {}) {
  const started = await startServer({ LOG_LEVEL: 'info', RATE_LIMITER_ENABLED: 'false', ...env })
  onTestFinished(() => started.remove())
  return { started, server: remoteServer(started.baseUrl) }
}

/** Lines on standard output and standard error, without the startup banner and the test's own note. */
function linesOf(started: StartedServer): string[] {
  return started
    .output()
    .split('\n')
    .filter((line) => line !== '' && !/^([┌│└]|\[ended: )/.test(line))
}

function recordsOf(started: StartedServer): Record<string, unknown>[] {
  return linesOf(started).map((line) => {
    expect(line).toMatch(/^\{"level":"/)
    return JSON.parse(line) as Record<string, unknown>
  })
}

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** Fields by which earlier versions of Next's pages called functions of the server. */
const foreignFields = [
  '',
  'name=x',
  '%24ACTION_ID_7f=',
  '%24ACTION_REF_1=&%24ACTION_1%3A0=%7B%22id%22%3A%22x%22%7D&%24ACTION_1%3A1=%5B%5D',
  '__proto__=x',
  'read=%7B%22toString%22%3A1%7D',
]

async function sendForm(server: RemoteServer, path: string, cookie: string, body: string) {
  const type = 'application/x-www-form-urlencoded'
  const headers = { ...sameOrigin, cookie, 'next-action': 'x', 'content-type': type }
  return server.fetch(path, { method: 'POST', headers, body })
}

describe('every line that the server writes is one record', () => {
  test('whatever is sent to a form or a page of the console, which writes none', async () => {
    const { started, server } = await start()
    const cookie = await consoleCookies(server, started.administrator, '/account/profile')
    const before = linesOf(started).length
    for (const body of foreignFields) {
      expect((await sendForm(server, '/account/profile', cookie, body)).status).toBe(405)
      expect((await sendForm(server, '/account/profile/submit', '', body)).status).toBe(303)
      const { status } = await sendForm(server, '/account/change-password/submit', cookie, body)
      expect(status, body).toBe(400)
    }
    expect(linesOf(started).slice(before)).toEqual([])
    recordsOf(started)
  })

  test('whatever else is sent', async () => {
    const { started, server } = await start()
    const cookie = await consoleCookies(server, started.administrator, '/admin/users')
    const odd = [
      '%00',
      '..%2f..',
      '%ff',
      "'",
      '[]',
      '{}',
      '$F1',
      '__proto__',
      '99999999999999999999',
    ]
    const paths = ['/admin/users', '/account', '/auth/authorize', '/views']
    for (const path of paths) {
      for (const value of odd) {
        for (const method of ['GET', 'POST', 'PUT']) {
          const headers = { ...sameOrigin, cookie, rsc: value.replace(/[^\x20-\x7e]/g, '') }
          const init = method === 'GET' ? { method, headers } : { method, headers, body: value }
          await (await server.fetch(`${path}/${value}?page=${value}`, init)).arrayBuffer()
          await (
            await server.fetch(`${path}/${value}`, { ...init, headers: { cookie, ...sameOrigin } })
          ).arrayBuffer()
        }
      }
    }
    await started.end()
    expect(recordsOf(started).map(({ msg }) => msg)).toContain('stopped')
  })

  test.each(['1', '2'])(
    'what is printed beside the log included, at a bounded rate (WORKERS=%s)',
    async (workers) => {
      const printing = `
        const print = () => {
          console.error(new Error('made up: one\\n{"level":"info"}'))
          console.log('two %s', 'times')
          process.stderr.write('three\\nlines\\n')
          process.stdout.write('four\\n')
          process.emitWarning('five')
          for (let i = 0; i < 200; i++) console.warn('six')
        }
        setTimeout(() => setInterval(print, 700).unref(), 6_000).unref()`
      const { started } = await start({
        WORKERS: workers,
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(printing)}`,
      })
      const printed = () =>
        linesOf(started)
          .filter((line) => line.startsWith('{') && line.includes('"printed"'))
          .map((line) => String((JSON.parse(line) as { printed: string }).printed))
      for (const words of ['made up: one', 'two times', 'three', 'four', 'five', 'six']) {
        await expect
          .poll(() => printed().some((text) => text.startsWith(words) || text.includes(words)), {
            timeout: 60_000,
          })
          .toBe(true)
      }
      // The first record in a later second has the number of suppressed records.
      await expect
        .poll(() => /"leftOut":\d{3}/.test(started.output()), { timeout: 30_000 })
        .toBe(true)
      await started.end()
      recordsOf(started)
    },
  )
})
