/**
 * The only test command. `npm test` runs every part except the fault tests, and `npm test -- <part>…` runs
 * the named parts. `npm test -- sqlite tests/protocol` runs some files of a part. The run finds or installs a
 * PostgreSQL server and a browser, and cleans up after itself. It ends with the line `N passed, N failed`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './run/browser.mjs'
import { findPgbouncer } from './run/pgbouncer.mjs'
import { startPostgresql } from './run/postgresql.mjs'
import { killAll, run } from './run/programs.mjs'
import { readPlaywrightReport, readVitestReport } from './run/reports.mjs'

/**
 * The result of a part. `problem` is printed in full.
 * @typedef {import('./run/reports.mjs').Counts & { problem?: string }} Result
 */

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const memory = roomyMemory()
const temporary = mkdtempSync(join(memory ?? tmpdir(), 'authserver-run-'))
const environment = {
  ...process.env,
  PATH: `${join(process.cwd(), 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  TMPDIR: temporary,
  NODE_COMPILE_CACHE: join(temporary, 'compiled'),
  NEXT_TELEMETRY_DISABLED: '1',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
}

/** @type {Record<string, { title: string, work: () => Promise<Result>, onlyNamed?: true }>} */
const parts = {
  types: { title: 'Type check', work: () => script('typecheck') },
  lint: { title: 'Format, lint and unused code', work: () => script('lint') },
  unit: { title: 'Unit tests', work: () => vitest('unit', ['--project=unit', ...filters], {}) },
  sqlite: { title: 'HTTP tests on SQLite', work: () => databaseTests('sqlite', {}) },
  postgresql: { title: 'HTTP tests on PostgreSQL', work: postgresqlTests },
  build: { title: 'Build', work: () => script('build') },
  processes: { title: 'Tests of started servers', work: processTests },
  browser: { title: 'Browser tests', work: browserTests },
  faults: { title: 'Fault tests', work: faultTests, onlyNamed: true },
}

const asked = process.argv.slice(2)
const filters = asked.filter((argument) => !(argument in parts))
const named = asked.filter((argument) => argument in parts)
const wanted = Object.entries(parts)
  .filter(([name, { onlyNamed }]) => (named.length === 0 ? !onlyNamed : named.includes(name)))
  .map(([name]) => name)

process.on('exit', () => {
  killAll()
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, async () => {
    say(`Stopped by ${signal}.`)
    killAll()
    await endPostgresql()
    process.exit(1)
  })
}

// Work that takes network or time begins at once; the part that needs it reports a failure.
const onPostgresql =
  process.env.TEST_DATABASE === 'sqlite' ? ['postgresql'] : ['postgresql', 'processes', 'browser']
const postgresql = wanted.some((name) => onPostgresql.includes(name))
  ? startPostgresql(undefined, {}, memory)
  : null
const browser = wanted.includes('browser') ? findBrowser() : null
const pooler = postgresql && wanted.includes('processes') ? findPgbouncer() : null
for (const preparation of [postgresql, browser, pooler]) preparation?.catch(() => {})

// One pair of keys for all parts that seed a database: each 4096-bit key takes seconds.
if (
  wanted.some((name) => ['sqlite', 'postgresql', 'processes', 'browser', 'faults'].includes(name))
) {
  const keys = await run('node', ['tests/run/signing-keys.ts'], {
    env: { ...environment, NODE_NO_WARNINGS: '1' },
  })
  if (keys.ok) Object.assign(environment, { TEST_SIGNING_KEYS: keys.output })
}

const results = []
// Unit tests leave some processor time for parts without a database. The build follows the checks, which read
// the types in its folder, and precedes the parts that need it.
const unitParts = among('unit', 'sqlite', 'postgresql')
const scripts = Promise.all(among('types', 'lint').map(perform)).then(async (checks) => [
  ...checks,
  ...(await Promise.all(among('build').map(perform))),
])
for (const name of unitParts) results.push(await perform(name))
results.push(...(await scripts))
for (const name of among('processes', 'browser', 'faults')) results.push(await perform(name))
await endPostgresql()

const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
process.exitCode = failed > 0 ? 1 : 0
say(`${passed} passed, ${failed} failed`)

async function endPostgresql() {
  await postgresql?.then((cluster) => cluster.stop()).catch(() => {})
}

/** @param {string[]} names */
function among(...names) {
  return wanted.filter((name) => names.includes(name))
}

/**
 * Runs a part, prints its result and any problem.
 * @param {string} name
 * @returns {Promise<Result>}
 */
async function perform(name) {
  const part = parts[name]
  if (!part) throw new Error(`There is no part '${name}'.`)
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 1000)
  const waiting = setInterval(() => say(`  ${part.title}: still at it (${seconds()} s)`), 60_000)
  const result = await part.work().catch((error) => couldNotRun(error))
  clearInterval(waiting)
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : ''
  if (result.problem) say(`\n${'='.repeat(80)}\n${part.title}:\n${result.problem.trimEnd()}\n`)
  const mark = result.failed > 0 ? 'FAILED' : 'ok'
  say(
    `${mark}  ${part.title}: ${result.passed} passed, ${result.failed} failed${skipped} (${seconds()} s)`,
  )
  return result
}

/**
 * @param {unknown} error
 * @returns {Result}
 */
function couldNotRun(error) {
  const reason = error instanceof Error ? error.message : String(error)
  return { passed: 0, failed: 1, skipped: 0, problem: `THIS PART COULD NOT RUN.\n${reason}` }
}

/**
 * A part that passes or fails as a whole.
 * @param {string} name of a script of `package.json`
 * @returns {Promise<Result>}
 */
async function script(name) {
  const options = { env: environment, givesWay: unitParts.length > 0, limitSeconds: 1_800 }
  const { ok, output } = await run('npm', ['run', '--silent', name], options)
  return ok
    ? { passed: 1, failed: 0, skipped: 0 }
    : { passed: 0, failed: 1, skipped: 0, problem: output }
}

/**
 * @param {string} database
 * @param {Record<string, string>} env
 */
function databaseTests(database, env) {
  const args = ['--project=database', ...filters]
  return vitest(database, args, { TEST_DATABASE: database, ...env })
}

async function postgresqlTests() {
  return databaseTests('postgresql', await namedPostgresql())
}

/** The variable that gives tests the PostgreSQL server, if this run has one. */
async function namedPostgresql() {
  const cluster = await postgresql
  if (!cluster) return {}
  say(`  PostgreSQL of ${cluster.origin}`)
  return { TEST_POSTGRESQL_URL: cluster.url }
}

async function processTests() {
  const args = ['--config', 'tests/process/vitest.config.ts', ...filters]
  const server = await namedPostgresql()
  const program = await pooler
  return vitest('processes', args, program ? { ...server, TEST_PGBOUNCER: program } : server)
}

async function faultTests() {
  const notes = join(temporary, 'faults.txt')
  const args = ['--config', 'tests/faults/vitest.config.ts', ...filters]
  const result = await vitest('faults', args, { TEST_NOTES: notes })
  if (existsSync(notes)) say(readFileSync(notes, 'utf8').trimEnd())
  return result
}

/**
 * @param {string} name of the report
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
async function vitest(name, args, env) {
  const report = join(temporary, `${name}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { ok, output } = await run('vitest', ['run', ...reporters, ...args], {
    env: { ...environment, ...env },
    limitSeconds: 1_800,
  })
  return judge(ok, output, readVitestReport(report))
}

async function browserTests() {
  const { executablePath, origin } = (await browser) ?? { executablePath: '', origin: '' }
  say(`  Browser: ${origin}`)
  const server = await namedPostgresql()
  const report = join(temporary, 'browser.json')
  const { ok, output } = await run('playwright', ['test', ...filters], {
    // Playwright sets FORCE_COLOR for its workers, and Node.js warns when both are set.
    env: {
      ...environment,
      ...server,
      NO_COLOR: undefined,
      FORCE_COLOR: '0',
      TEST_BROWSER: executablePath,
      TEST_REPORT: report,
    },
    limitSeconds: 2_400,
  })
  return judge(ok, output, readPlaywrightReport(report))
}

/**
 * Trusts the report, unless the program reports a failure that the report does not count.
 * @param {boolean} ok
 * @param {string} output
 * @param {import('./run/reports.mjs').Counts | null} counts
 * @returns {Result}
 */
function judge(ok, output, counts) {
  if (!counts) return couldNotRun(output)
  const failed = ok ? counts.failed : Math.max(1, counts.failed)
  return failed > 0 ? { ...counts, failed, problem: withoutDots(output) } : counts
}

/**
 * Removes the dots of passed tests: thousands of them would hide the failures.
 * @param {string} output
 */
function withoutDots(output) {
  return output.replaceAll(/^[·x*,.FT±-]{20,}$/gm, '').replaceAll(/\n{3,}/g, '\n\n')
}

/** A folder in memory if it has enough space: tests create and delete hundreds of databases. */
function roomyMemory() {
  const memory = '/dev/shm'
  return existsSync(memory) && freeBytes(memory) > 2 * 1024 ** 3 ? memory : undefined
}

/** @param {string} folder */
function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
