/**
 * `npm run bench:overload`: more people sign in than the server can serve; each gives up after five seconds
 * and retries. Prints successful sign-ins per span of five seconds, compared with the server without
 * overload, and the duration of a sign-in afterwards. Exits with code 1 when a target is missed. See
 * docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { startPostgresql } from '#tests/run/postgresql.mjs'
import { Crowd } from './overload/crowd.ts'
import { setStage } from './overload/stage.ts'
import { usageOf } from './processes.ts'

const spanMs = 5_000
/** Minimum fraction, for each span, of the sign-ins without overload. */
const minPart = 0.8
/** Maximum duration of a sign-in after the overload, in milliseconds. */
const maxAfterMs = 500
const fewPeople = 16

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    people: { type: 'string', default: '800' },
    seconds: { type: 'string', default: '45' },
    heed: { type: 'boolean', default: false },
  },
})
const postgresql = values.database === 'postgresql' ? await startPostgresql() : null
if (postgresql) process.env.TEST_POSTGRESQL_URL = postgresql.socketUrl
const stage = await setStage(values.database, Number(values.people))
try {
  process.exitCode = (await perform()) ? 0 : 1
} finally {
  await stage.clear()
  await postgresql?.stop()
}

async function perform(): Promise<boolean> {
  const { target, server } = stage
  const few = new Crowd(target, target.people.slice(0, fewPeople), false)
  await few.signInFor(2_000, spanMs)
  const [quiet = 0] = await few.signInFor(2 * spanMs, 2 * spanMs)
  const expected = quiet / 2
  say(`quiet: ${expected.toFixed(0)} sign-ins in five seconds`)
  const many = new Crowd(target, target.people, values.heed)
  const spans = await many.signInFor(Number(values.seconds) * 1_000, spanMs)
  const { refused, gaveUp, failed } = many
  say(
    `loaded: ${spans.join(', ')}; ${refused} refused, ${gaveUp} gave up, ${failed} failed otherwise`,
  )
  say(`memory: ${usageOf(server.pid())?.maxMiB.toFixed(0)} MiB`)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const after = await new Crowd(target, target.people.slice(0, 1), false).timesOf(10)
  const slowest = Math.max(...after)
  say(`five seconds later a sign-in takes ${slowest.toFixed(0)} ms at most`)
  const least = Math.min(...spans)
  say(`least span: ${((100 * least) / expected).toFixed(0)} % (wanted ≥ ${100 * minPart} %)`)
  return least >= minPart * expected && slowest < maxAfterMs && failed === 0
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
