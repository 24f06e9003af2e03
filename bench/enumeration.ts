/**
 * `npm run bench:enumeration`: whether the status, text or duration of answers reveals an account. Starts the
 * built server with its own mail server, and submits known and unknown addresses in random order. Exits with
 * code 1 when the answers can be told apart. `-- 1000 sign-in` sends a thousand of each, only for scenarios
 * with "sign-in" in the title.
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

/** A form that takes an address from anonymous callers. */
interface Scenario {
  readonly title: string
  /**
   * Kinds of addresses to compare. The first has no account, and the others must be indistinguishable from
   * it.
   */
  readonly kinds: readonly [Kind, ...Kind[]]
  /** The form reveals taken addresses by design (registration without a link): reported, not judged. */
  readonly tells?: true
  readonly proveAddresses: boolean
  /** Pause between requests in milliseconds, so that work after an answer does not overlap the next request. */
  readonly pauseMs: number
  ask(visitor: Visitor, email: string): Promise<Seen>
}

const samples = Number(process.argv[2] ?? 200)
/** Runs only scenarios with these letters in the title. */
const wanted = process.argv[3] ?? ''
const warmUp = 15
const password = 'Wrong-horse-battery-9'

const scenarios: readonly Scenario[] = [
  {
    title: 'sign-in, wrong password',
    kinds: ['unknown', 'known', 'disabled', 'without a password', 'two-factor'],
    proveAddresses: true,
    pauseMs: 0,
    ask: (visitor, email) => visitor.signIn(email, password),
  },
  {
    title: 'sign-in, the page after it',
    kinds: ['unknown', 'known'],
    proveAddresses: true,
    pauseMs: 0,
    ask: (visitor, email) => visitor.signInPage(email, password),
  },
  {
    title: 'registration by link',
    kinds: ['unknown', 'known', 'unverified', 'disabled', 'asked before'],
    proveAddresses: true,
    pauseMs: 90,
    ask: (visitor, email) => visitor.post('/account/register', { email }),
  },
  {
    title: 'forgot password',
    kinds: ['unknown', 'known', 'unverified', 'disabled'],
    proveAddresses: true,
    pauseMs: 90,
    ask: (visitor, email) => visitor.post('/forgot-password', { email }),
  },
  {
    title: 'registration with a password (its form tells)',
    kinds: ['unknown', 'known'],
    tells: true,
    proveAddresses: false,
    pauseMs: 90,
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

/** @returns false when the answers can be told apart but must not be */
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

/** Requests one address of each kind per round, in random order. */
async function askInTurns(
  { kinds, ask, pauseMs }: Scenario,
  visitor: Visitor,
  of: People,
  random: RandomSource,
): Promise<(kind: Kind) => readonly Seen[]> {
  const seen = new Map<Kind, Seen[]>(kinds.map((kind) => [kind, []]))
  for (let round = 0; round < samples + warmUp; round++) {
    for (const kind of shuffled(kinds, random)) {
      const answer = await ask(visitor, of(kind)[round] ?? '')
      if (round >= warmUp) seen.get(kind)?.push(answer)
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  return (kind) => seen.get(kind) ?? []
}

function shuffled<T>(list: readonly T[], random: RandomSource): T[] {
  const rest = [...list]
  return list.flatMap(() => rest.splice(random.below(rest.length), 1))
}

/** Describes how the answers to two kinds of addresses differ; null when they do not. */
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
