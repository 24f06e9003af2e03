/**
 * `npm run bench:export`: memory of the server while the console sends a million entries of the activity as CSV. It
 * creates its own SQLite database, and a PostgreSQL database when `TEST_POSTGRESQL_URL` names a server. `-- trial` sends
 * 20,000. Exits with code 1 when an entry is missing or the server grows too much. See docs/performance.md.
 */
import { setTimeout } from 'node:timers/promises'
import type { Provider } from '#lib/persistence/database/provider.ts'
import { consoleCookies } from '#tests/process/console-cookies.ts'
import { createDatabase } from '#tests/support/databases.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { consoleSize, fillDatabase } from './dataset.ts'
import { usageOf } from './processes.ts'

const page = '/admin/activity'
const address = `${page}/export?range=all&category=all&format=csv`
/** Below the limit of an export together with what the sign-in and the start write. */
const entries = process.argv[2] === 'trial' ? 20_000 : 999_900
const maxGrowthMiB = 100
/** A client that stops reading once, for so long: nothing may be read ahead for it. */
const pauseMs = 5_000
const samplingMs = 50

const providers: readonly Provider[] = process.env.TEST_POSTGRESQL_URL
  ? ['sqlite', 'postgresql']
  : ['sqlite']
for (const provider of providers) if (!(await measure(provider))) process.exitCode = 1

async function measure(provider: Provider): Promise<boolean> {
  const database = await createDatabase(provider)
  try {
    say(`${provider}: filling a database of ${entries} entries …`)
    await fillDatabase(database.url, { ...consoleSize, entries })
    const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' })
    try {
      return await exportFrom(provider, server)
    } finally {
      await server.remove()
    }
  } finally {
    await database.remove()
  }
}

async function exportFrom(provider: Provider, server: StartedServer): Promise<boolean> {
  const remote = remoteServer(server.baseUrl)
  const cookie = await consoleCookies(remote, server.administrator, page)
  await (await remote.fetch(page, { headers: { cookie } })).text()
  const memory = () => usageOf(server.pid())?.maxMiB ?? 0
  const before = memory()
  let largest = before
  const watch = setInterval(() => {
    largest = Math.max(largest, memory())
  }, samplingMs)
  const begun = performance.now()
  const { lines, bytes } = await readFile(await remote.fetch(address, { headers: { cookie } }))
  const seconds = (performance.now() - begun - pauseMs) / 1_000
  clearInterval(watch)
  say(`${provider}: ${lines} lines, ${inMiB(bytes / 1_048_576)} in ${seconds.toFixed(0)} s`)
  say(`memory before ${inMiB(before)}, at most ${inMiB(largest)}, after ${inMiB(memory())}`)
  return lines > entries && largest - before <= maxGrowthMiB
}

/** Reads a file without keeping it. */
async function readFile({ status, body }: Response): Promise<{ lines: number; bytes: number }> {
  if (status !== 200 || !body) throw new Error(`The export was answered with ${status}.`)
  let lines = 0
  let bytes = 0
  for await (const part of body) {
    if (bytes === 0) await setTimeout(pauseMs)
    bytes += part.length
    for (const byte of part) if (byte === 10) lines++
  }
  return { lines, bytes }
}

function inMiB(amount: number): string {
  return `${amount.toFixed(0)} MiB`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
