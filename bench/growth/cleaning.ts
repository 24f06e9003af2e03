import { setTimeout as sleep } from 'node:timers/promises'
import type { ScenarioName } from '../load/scenario-names.ts'
import type { Verdict } from '../report.ts'
import type { Cleaned } from './cleaner-control.ts'
import {
  type Compared,
  comparedLine,
  maxRatio,
  measurePairs,
  type Pair,
  summarise,
  titleLine,
} from './compare.ts'
import type { GrowthOptions } from './options.ts'
import { put, type Side, type Sides } from './sides.ts'

/** Steps of the cleaner, in its order: each removes rows that refer to the next step's rows. */
const steps = ['ceremonies', 'refresh_tokens', 'grants', 'user_sessions', 'audit_logs'] as const
/**
 * A run removes at most 100,000 rows and must finish before the next run, five minutes later. That is 28.8
 * million rows of each kind a day.
 */
const minRowsPerSecond = 100_000 / 300
/** How long each step runs without load, in milliseconds. */
const aloneMs = 5_000
/** Load during a step. */
const scenarios: readonly ScenarioName[] = ['client-credentials', 'code-exchange', 'refresh']

interface StepFigures {
  readonly step: string
  readonly underLoad: Cleaned
  readonly alone: Cleaned
}

/** Latencies with and without the cleaner, and the cleaner's own figures. */
export interface Cleaning {
  readonly compared: readonly Compared[]
  readonly ofSteps: readonly Compared[]
  readonly steps: readonly StepFigures[]
}

/** Measures token requests with and without each step of the cleaner on the same server. */
export async function measureCleaning(
  { grown, load }: Sides,
  options: GrowthOptions,
  say: (line: string) => void,
): Promise<Cleaning> {
  const { connections, sliceMs: millis, cleanerRounds } = options
  const pairsOf = new Map<ScenarioName, Pair[]>(scenarios.map((name) => [name, []]))
  const ofSteps: Compared[] = []
  const figures: StepFigures[] = []
  say(titleLine('cleaner off → on'))
  for (const step of steps) {
    const worked: Cleaned[] = []
    for (const scenario of scenarios) {
      const question = { scenario, connections, millis }
      const pairs = await measurePairs(
        cleanerRounds,
        () => put(load, grown, question),
        () =>
          put(load, grown, question, {
            before: () => control(grown, `/start?step=${step}`),
            after: async () => {
              worked.push(await control<Cleaned>(grown, '/stop'))
            },
          }),
      )
      // A slice in which the step ran out of rows does not count.
      const full = pairs.filter((_, i) => worked.at(i - pairs.length)?.isDone === false)
      pairsOf.get(scenario)?.push(...full)
      if (full.length === 0) continue
      const compared = summarise(scenario, connections, full)
      ofSteps.push(compared)
      say(comparedLine(`${step}, ${scenario}`, compared))
    }
    await control(grown, `/start?step=${step}`)
    await sleep(aloneMs)
    const alone = await control<Cleaned>(grown, '/stop')
    const underLoad = worked.reduce(joined)
    figures.push({ step, underLoad, alone })
    say(stepLine(step, underLoad, alone))
  }
  const compared = scenarios.map((scenario) =>
    summarise(scenario, connections, pairsOf.get(scenario) ?? []),
  )
  return { compared, ofSteps, steps: figures }
}

export function judgeCleaning({ compared, steps: figures }: Cleaning): Verdict[] {
  return [
    ...compared.map(({ scenario, ratio }) => ({
      what: `${scenario}, p95 beside the cleaner`,
      figure: ratio.toFixed(2),
      wanted: `≤ ${maxRatio}`,
      isMet: ratio <= maxRatio,
    })),
    ...figures.map(({ step, underLoad: { removed, seconds } }) => ({
      what: `cleaner under load, ${step}: rows a second`,
      figure: (removed / seconds).toFixed(0),
      wanted: `≥ ${minRowsPerSecond.toFixed(0)}`,
      isMet: removed / seconds >= minRowsPerSecond,
    })),
  ]
}

function stepLine(step: string, underLoad: Cleaned, alone: Cleaned): string {
  const rate = ({ removed, seconds }: Cleaned) => `${(removed / seconds).toFixed(0)} rows/s`
  const longest = (cleaned: Cleaned) => `${cleaned.maxMs.toFixed(0)} ms`
  return `  ${step}: ${rate(underLoad)} under load, ${rate(alone)} alone; batches of at most ${Math.max(underLoad.maxBatch, alone.maxBatch)}, longest ${longest(underLoad)} and ${longest(alone)}; removed ${underLoad.removed} and ${alone.removed}`
}

function joined(one: Cleaned, other: Cleaned): Cleaned {
  return {
    removed: one.removed + other.removed,
    seconds: one.seconds + other.seconds,
    batches: one.batches + other.batches,
    maxBatch: Math.max(one.maxBatch, other.maxBatch),
    maxMs: Math.max(one.maxMs, other.maxMs),
    isDone: other.isDone,
  }
}

async function control<Answer>({ controlUrl }: Side, path: string): Promise<Answer> {
  const response = await fetch(controlUrl + path, { signal: AbortSignal.timeout(600_000) })
  if (!response.ok) throw new Error(`The cleaner answered: ${await response.text()}`)
  return (await response.json()) as Answer
}
