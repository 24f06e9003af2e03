/**
 * `npm run bench:memory`: repeats what anonymous clients and scripts do to a server, and prints the worker's
 * memory after each repetition. Exits with code 1 when memory is too large or grows. See docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { routePaths } from '#lib/server/router.ts'
import { consoleCookies } from '#tests/process/console-cookies.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { Crowd } from './overload/crowd.ts'
import { setStage } from './overload/stage.ts'
import { usageOf } from './processes.ts'

const maxMiB = 350
/**
 * Growth from the second to the last repetition, in MiB; garbage collection alone causes differences of this
 * size.
 */
const maxGrowthMiB = 25

const { values } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '10' },
    posts: { type: 'string', default: '3000' },
    requests: { type: 'string', default: '12000' },
    people: { type: 'string', default: '200' },
  },
})
/** Addresses of console forms of a record that does not exist: every form is read and refused. */
const forms = routePaths
  .filter((path) => /^\/admin\/.*\[.*\/submit(?:\/|$)/.test(path))
  .map((path) => path.replaceAll(/\[\w+\]/g, '999999'))

const odd = ['null', '".."', '{"a":"b"}', '1e400', '-1', '[[1]]', '"$K1"', '"$undefined"', '"999"']

const paths = ['/auth/authorize', '/auth/token', '/userinfo', '/auth/logout', '/certs', '/account']

const stage = await setStage('sqlite', Number(values.people))
const { server, target } = stage
const remote = remoteServer(server.baseUrl)
let largest = 0
const watch = setInterval(() => {
  largest = Math.max(largest, memory())
}, 100)
try {
  process.exitCode = (await perform()) ? 0 : 1
} finally {
  clearInterval(watch)
  await stage.clear()
}

async function perform(): Promise<boolean> {
  const cookie = await consoleCookies(remote, server.administrator, '/admin/users')
  const ends: number[] = []
  say(`at rest: ${memory().toFixed(0)} MiB`)
  for (let repetition = 1; repetition <= Number(values.repetitions); repetition++) {
    await inParallel(Number(values.posts), (i) => post(cookie, i))
    const afterPosts = memory()
    await new Crowd(target, target.people, true).signInFor(3_000, 3_000)
    const afterSignIns = memory()
    await inParallel(Number(values.requests), oddRequest)
    ends.push(memory())
    say(
      `${repetition}: ${afterPosts.toFixed(0)} MiB after posts, ${afterSignIns.toFixed(0)} after sign-ins, ${memory().toFixed(0)} after requests; largest so far ${largest.toFixed(0)}`,
    )
  }
  const growth = (ends.at(-1) ?? 0) - (ends[1] ?? 0)
  say(`largest ${largest.toFixed(0)} MiB (wanted ≤ ${maxMiB}), growth ${growth.toFixed(0)} MiB`)
  return largest <= maxMiB && growth <= maxGrowthMiB
}

function memory(): number {
  return usageOf(server.pid())?.maxMiB ?? 0
}

async function inParallel(count: number, work: (index: number) => Promise<unknown>) {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++).catch(() => {})
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

async function post(cookie: string, index: number): Promise<void> {
  const body = new FormData()
  for (let i = 0; i < index % 7; i++) body.append(`field${i}`, 'x'.repeat(100 * i))
  body.append('read', odd[index % odd.length] ?? '')
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  const address = forms[index % forms.length] ?? ''
  const response = await remote.fetch(address, { method: 'POST', headers, body })
  await response.arrayBuffer()
}

async function oddRequest(index: number): Promise<void> {
  const path = paths[index % paths.length]
  const value = encodeURIComponent(`${odd[index % odd.length]}${'é'.repeat(index % 200)}`)
  const query = `client_id=${value}&redirect_uri=${value}&state=${value}&scope=${value}`
  const init =
    index % 2 === 0
      ? {}
      : { method: 'POST', body: new URLSearchParams({ grant_type: value, token: value }) }
  await (await remote.fetch(`${path}?${query}`, init)).arrayBuffer()
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
