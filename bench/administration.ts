/**
 * `npm run bench:administration`: how long operations of the Admin API take, and how long they block the
 * event loop. Measures with a tenth of the users and with all 200,000. It creates its own SQLite database,
 * and a PostgreSQL database when `TEST_POSTGRESQL_URL` names a server. `DATABASE_URL` names an existing
 * database to use and change instead; an empty one is filled first. Exits with code 1 when a limit is
 * exceeded. `-- gödel` measures only operations with these letters in the title.
 */
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import type { Provider } from '#lib/persistence/database/provider.ts'
import { providerOf } from '#lib/persistence/database/provider.ts'
import { openLimits } from '#lib/persistence/limits/limits.ts'
import { openStore } from '#lib/persistence/store.ts'
import { apiClient } from '#tests/support/api.ts'
import { createDatabase } from '#tests/support/databases.ts'
import { server as openServer, type TestServer } from '#tests/support/server.ts'
import { changes, findSubjects, lists, type Measured } from './administration/operations.ts'
import { fillDatabase } from './dataset.ts'
import { type Timed, timed } from './standstill.ts'
import { median } from './timings.ts'

const full = 200_000
const scales = [0.1, 1]
const times = 10
/** Longest block of the event loop, in milliseconds. */
const maxPiece = 50
const wanted = process.argv[2] ?? ''

type Result = Timed & Pick<Measured, 'title' | 'limit'>

const given = process.env.DATABASE_URL
let isMet = true
if (given) report(providerOf(given), [await measureDatabase(given, full)])
else {
  await compareSizes('sqlite')
  if (process.env.TEST_POSTGRESQL_URL) await compareSizes('postgresql')
}
process.exitCode = isMet ? 0 : 1

async function compareSizes(provider: Provider): Promise<void> {
  const results: Result[][] = []
  for (const scale of scales) {
    const database = await createDatabase(provider)
    try {
      results.push(await measureDatabase(database.url, scale * full))
    } finally {
      await database.remove()
    }
  }
  report(provider, results)
}

async function measureDatabase(url: string, users: number): Promise<Result[]> {
  const provider = providerOf(url)
  say(`${provider}: filling a database of ${users} users …`)
  await fillDatabase(url, { users, groups: users / 100, clients: users / 400 })
  const database = openDatabase(url)
  try {
    return await measureAll(database, url, users)
  } finally {
    await database.close()
  }
}

async function measureAll(opened: Database, url: string, users: number): Promise<Result[]> {
  const close = async () => {}
  const { provider, prisma: client } = opened
  const store = openStore(opened)
  const limits = openLimits(client)
  const database = { provider, url, database: opened, client, store, limits, close }
  const server = await openServer({ database, now: new Date() })
  const token = await apiClient(server, ['manage'])
  const subjects = await findSubjects(client, times)
  const results: Result[] = []
  for (const operation of [...lists(subjects, users), ...changes(subjects, times)]) {
    if (operation.title.includes(wanted)) {
      results.push(await measure(server, token.value, operation))
    }
  }
  return results
}

async function measure(server: TestServer, token: string, operation: Measured): Promise<Result> {
  const answers: Timed[] = []
  for (let n = 0; n < times; n++) {
    const { method, path, body } = operation.ask(n)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
    answers.push(
      await timed(async () => {
        const answer = await server.fetch(`/api/v1/admin${path}`, init)
        const text = await answer.text()
        if (!answer.ok) throw new Error(`${operation.title}: ${answer.status} ${text}`)
      }),
    )
  }
  const { title, limit } = operation
  return {
    title,
    limit,
    millis: median(answers.map((one) => one.millis)),
    standstill: median(answers.map((one) => one.standstill)),
  }
}

function report(provider: Provider, results: readonly (readonly Result[])[]): void {
  const last = results.at(-1) ?? []
  say(
    `\n${provider}: median milliseconds of ${times}; in brackets the longest piece of the event loop`,
  )
  for (const [i, { title, limit, millis, standstill }] of last.entries()) {
    const isTooLong = millis > limit || (provider === 'sqlite' && standstill > maxPiece)
    if (isTooLong) isMet = false
    const cells = results.map((one) => cell(one[i])).join('')
    say(`${title.padEnd(50)}${cells}${isTooLong ? `  TOO LONG (${limit})` : ''}`)
  }
}

function cell(result: Result | undefined): string {
  if (!result) return ''
  return `${result.millis.toFixed(1).padStart(9)} (${result.standstill.toFixed(1)})`.padEnd(20)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
