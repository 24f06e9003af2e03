/**
 * `npm run bench:growth`: measures every scenario of the benchmark on an empty and a grown database in turn,
 * and token requests while the cleaner runs. Exits with code 1 when p95 grows by more than a factor of 1.3.
 * Needs `npm run build`. See docs/performance.md.
 */
import { rmSync } from 'node:fs'
import type { Provider } from '#lib/persistence/database/provider.ts'
import { providerOf } from '#lib/persistence/database/provider.ts'
import { startPostgresql } from '#tests/run/postgresql.mjs'
import { createDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { type Cleaning, judgeCleaning, measureCleaning } from './growth/cleaning.ts'
import {
  type Compared,
  comparedLine,
  maxRatio,
  measurePairs,
  summarise,
  titleLine,
} from './growth/compare.ts'
import { addBacklog, fill, warmUp } from './growth/fill.ts'
import { type GrowthOptions, readOptions, usage } from './growth/options.ts'
import { put, type Sides, startSides } from './growth/sides.ts'
import { conditions, type Verdict, verdictLine, writeResult } from './report.ts'

const warmUpMs = 1_000

const options = optionsOrUsage()
const postgresql = options.database === 'postgresql' ? await startPostgresql() : null
// The socket, as programs reach a database on the same machine.
if (postgresql) process.env.TEST_POSTGRESQL_URL = postgresql.socketUrl
else if (options.database !== 'sqlite') process.env.TEST_POSTGRESQL_URL = options.database
try {
  process.exitCode = (await perform(options)) ? 0 : 1
} finally {
  await postgresql?.stop()
}

/** @returns true when every verdict is met */
async function perform(options: GrowthOptions): Promise<boolean> {
  const provider = options.database === 'sqlite' ? 'sqlite' : 'postgresql'
  const made = options.grown === null ? await createDatabase(provider) : null
  const grownUrl = options.grown ?? made?.url ?? ''
  if (providerOf(grownUrl) !== provider) throw new Error('--grown is not of that --database.')
  const empty = await emptyDatabase(provider, options.grown)
  try {
    say(`filling a database: ${JSON.stringify(options.size)}`)
    const begun = performance.now()
    await fill(grownUrl, options.size, say)
    const fillSeconds = Math.round((performance.now() - begun) / 1000)
    say(`filled in ${fillSeconds} s`)
    if (options.fillOnly) return true
    await warmUp(grownUrl, say)
    const sides = await startSides(empty.url, grownUrl)
    try {
      return await measureAll(sides, options, fillSeconds)
    } catch (error) {
      for (const { server } of [sides.empty, sides.grown]) say(server.output().slice(-5_000))
      throw error
    } finally {
      await sides.clear()
    }
  } finally {
    await empty.remove()
    await made?.remove()
  }
}

/**
 * An empty SQLite database goes into the folder of a kept grown one: commits to a disk take longer than
 * commits to memory.
 */
async function emptyDatabase(provider: Provider, grown: string | null): Promise<TestDatabase> {
  if (provider !== 'sqlite' || grown === null) return createDatabase(provider)
  const url = `${grown}-empty`
  const path = url.replace(/^file:/, '')
  const remove = async () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  }
  await remove()
  return { provider, url, remove }
}

async function measureAll(
  sides: Sides,
  options: GrowthOptions,
  fillSeconds: number,
): Promise<boolean> {
  const { database, size } = options
  const provider = providerOf(sides.grown.server.databaseUrl)
  const circumstances = { ...conditions(), database: provider, size, fillSeconds }
  say(JSON.stringify(circumstances))
  const compared = await compareSides(sides, options)
  const cleaning = options.backlog > 0 ? await clean(sides, options) : null
  const verdicts = [
    ...compared.map(({ scenario, ratio }) => ({
      what: `${scenario}, p95 grown ÷ empty`,
      figure: ratio.toFixed(2),
      wanted: `≤ ${maxRatio}`,
      isMet: ratio <= maxRatio,
    })),
    ...(cleaning ? judgeCleaning(cleaning) : []),
  ]
  say('')
  for (const verdict of verdicts) say(verdictLine(verdict))
  const result = { circumstances, options: { ...options, database }, compared, cleaning, verdicts }
  if (options.output) writeResult(options.output, result)
  return verdicts.every(({ isMet }: Verdict) => isMet)
}

/** Measures every scenario on both sides in turn, after one unmeasured slice of each. */
async function compareSides(sides: Sides, options: GrowthOptions): Promise<Compared[]> {
  const { empty, grown, load } = sides
  const { connections, rounds, sliceMs: millis } = options
  const all: Compared[] = []
  if (options.scenarios.length > 0) say(titleLine('empty → grown'))
  for (const scenario of options.scenarios) {
    const question = { scenario, connections, millis }
    for (const side of [empty, grown]) await put(load, side, { ...question, millis: warmUpMs })
    const pairs = await measurePairs(
      rounds,
      () => put(load, empty, question),
      () => put(load, grown, question),
    )
    const compared = summarise(scenario, connections, pairs)
    all.push(compared)
    say(comparedLine(scenario, compared))
  }
  return all
}

async function clean(sides: Sides, options: GrowthOptions): Promise<Cleaning> {
  say(`\nadding ${options.backlog} rows of each kind that are past their end`)
  const begun = performance.now()
  await addBacklog(sides.grown.server.databaseUrl, options.backlog)
  say(`added in ${Math.round((performance.now() - begun) / 1000)} s`)
  return measureCleaning(sides, options, say)
}

function optionsOrUsage(): GrowthOptions {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
