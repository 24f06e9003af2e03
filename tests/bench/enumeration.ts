/**
 * `npm run bench:enumeration`: whether answers tell who has an account, by their status, their words
 * or the time they take. Starts the built server with a mail server of its own and asks in random
 * order for known and unknown addresses. Ends with 1 when they can be told apart. `-- 1000 sign-in` asks
 * a thousand times each, and only what has "sign-in" in its title.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import { type RandomSource, randomSource } from '#tests/support/random-source.ts'
import { withStore } from '#tests/support/remote.ts'
import { startServer } from '#tests/support/started-server.ts'
import { fillWithPeople, type Kind, type People, people } from './enumeration-people.ts'
import { openVisitor, type Seen, type Visitor } from './enumeration-visitor.ts'
import { compareMedians, median, quantile } from './timings.ts'

/** Something that takes an address from anybody. */
interface Scenario {
  readonly title: string
  /** Who is asked for; the first kind has no account, and the others must look like it. */
  readonly kinds: readonly [Kind, ...Kind[]]
  /** Its form says so when an address is taken: shown, not judged (registration without a link). */
  readonly tells?: true
  readonly proveAddresses: boolean
  /** Between two questions, in milliseconds: what follows an answer must not meet the next one. */
  readonly pauseMillis: number
  ask(visitor: Visitor, email: string): Promise<Seen>
}

const samples = Number(process.argv[2] ?? 200)
/** Only scenarios whose title has these letters. */
const wanted = process.argv[3] ?? ''
const warmUp = 15
const password = 'Wrong-horse-battery-9'

const scenarios: readonly Scenario[] = [
  {
    title: 'sign-in, wrong password',
    kinds: ['unknown', 'known', 'disabled', 'without a password', 'two-factor'],
    proveAddresses: true,
    pauseMillis: 0,
    ask: (visitor, email) => visitor.signIn(email, password),
  },
  {
    title: 'sign-in, the page after it',
    kinds: ['unknown', 'known'],
    proveAddresses: true,
    pauseMillis: 0,
    ask: (visitor, email) => visitor.signInPage(email, password),
  },
  {
    title: 'registration by link',
    kinds: ['unknown', 'known', 'unverified', 'disabled', 'asked before'],
    proveAddresses: true,
    pauseMillis: 90,
    ask: (visitor, email) => visitor.post('/account/register', { email }),
  },
  {
    title: 'forgot password',
    kinds: ['unknown', 'known', 'unverified', 'disabled'],
    proveAddresses: true,
    pauseMillis: 90,
    ask: (visitor, email) => visitor.post('/forgot-password', { email }),
  },
  {
    title: 'registration with a password (its form tells)',
    kinds: ['unknown', 'known'],
    tells: true,
    proveAddresses: false,
    pauseMillis: 90,
    ask: (visitor, email) =>
      visitor.post('/account/register', { email, password, passwordConfirmation: password }),
  },
]

if (!Number.isInteger(samples) || samples < 20) throw new Error('Ask for 20 samples or more.')
const seed = randomInt(2 ** 31)
const outbox = await openOutbox()
const server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
try {
  say(`${samples} answers of each kind, in random order (seed ${seed})`)
  const random = randomSource(seed)
  let isTold = false
  for (const [place, scenario] of scenarios.entries()) {
    if (!scenario.title.includes(wanted)) continue
    const of = people(place, samples + warmUp)
    await prepare(scenario, of)
    const visitor = await openVisitor(server)
    isTold = !(await examine(scenario, visitor, of, random)) || isTold
  }
  say(isTold ? '\nAnswers tell who has an account.' : '\nNothing tells who has an account.')
  process.exitCode = isTold ? 1 : 0
} finally {
  await server.remove()
  await outbox.close()
}

function prepare({ kinds, proveAddresses }: Scenario, of: People): Promise<void> {
  return withStore(server.databaseUrl, async (store) => {
    await store.settings.update({
      ...mailSettings(outbox),
      selfRegistrationEnabled: true,
      selfRegistrationRequiresEmailVerification: proveAddresses,
    })
    for (const kind of kinds) await fillWithPeople(store, kind, of(kind))
  })
}

function mailSettings({ host, port }: Outbox) {
  return {
    smtpEnabled: true,
    smtpHost: host,
    smtpPort: port,
    smtpEncryption: 'none',
    smtpFromEmail: 'noreply@bench.example',
  }
}

/** @returns false when the answers can be told apart and must not be */
async function examine(
  scenario: Scenario,
  visitor: Visitor,
  of: People,
  random: RandomSource,
): Promise<boolean> {
  const { kinds, tells, title } = scenario
  const seen = await askInTurns(scenario, visitor, of, random)
  say(`\n${title}\n${row('', 'median ms', 'quartiles', 'difference', 'noise', 'words')}`)
  const [first, ...others] = kinds
  const reference = seen(first)
  const times = reference.map(({ millis }) => millis)
  say(row(first, figure(median(times)), quartiles(times), '', '', answersOf(reference)))
  let isAlike = true
  for (const kind of others) {
    const answers = seen(kind)
    const own = answers.map(({ millis }) => millis)
    const { difference, noise, isWithinNoise } = compareMedians(own, times, random)
    const words = wordsApart(reference, answers)
    const verdict = words ?? (isWithinNoise ? 'alike' : 'alike, BUT NOT THE TIME')
    const figures = [figure(difference), `±${figure(noise)}`] as const
    say(row(kind, figure(median(own)), quartiles(own), ...figures, verdict))
    if (words !== null || !isWithinNoise) isAlike = false
  }
  return tells || isAlike
}

/** Asks for one address of each kind a round, in another order each time. */
async function askInTurns(
  { kinds, ask, pauseMillis }: Scenario,
  visitor: Visitor,
  of: People,
  random: RandomSource,
): Promise<(kind: Kind) => readonly Seen[]> {
  const seen = new Map<Kind, Seen[]>(kinds.map((kind) => [kind, []]))
  for (let round = 0; round < samples + warmUp; round++) {
    for (const kind of shuffled(kinds, random)) {
      const answer = await ask(visitor, of(kind)[round] ?? '')
      if (round >= warmUp) seen.get(kind)?.push(answer)
      if (pauseMillis > 0) await sleep(pauseMillis)
    }
  }
  return (kind) => seen.get(kind) ?? []
}

function shuffled<T>(list: readonly T[], random: RandomSource): T[] {
  const rest = [...list]
  return list.flatMap(() => rest.splice(random.below(rest.length), 1))
}

/** What differs between the answers to two kinds of addresses; null for nothing. */
function wordsApart(one: readonly Seen[], other: readonly Seen[]): string | null {
  const answers = new Set(one.map(({ answer }) => answer))
  const strange = other.find(({ answer }) => !answers.has(answer))
  if (!strange) return null
  const [expected = ''] = answers
  const place = [...expected].findIndex((letter, i) => letter !== strange.answer[i])
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, place - 20), place + 60))
  return `DIFFERENT: ${part(expected)} / ${part(strange.answer)}`
}

function answersOf(seen: readonly Seen[]): string {
  const answers = new Set(seen.map(({ answer }) => answer))
  const [status] = [...answers].join().split('\n', 1)
  return `status ${status}, ${answers.size === 1 ? 'always the same' : `${answers.size} different`}`
}

function quartiles(values: readonly number[]): string {
  return `${figure(quantile(values, 0.25))}–${figure(quantile(values, 0.75))}`
}

function figure(millis: number): string {
  return millis.toFixed(3)
}

function row(kind: string, ...cells: readonly string[]): string {
  const widths = [10, 17, 11, 9]
  const padded = cells.map((cell, i) => cell.padStart(widths[i] ?? 0))
  return `  ${kind.padEnd(20)}${padded.join('  ')}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
