import type { ComputingAnswer, ComputingQuestion } from './bounds/computing.ts'
import type { ScenarioName } from './load/scenario-names.ts'
import type { LoadQuestion, Slice, Target } from './load/target.ts'
import { usageOf } from './processes.ts'
import type { Stage } from './stage.ts'
import { type Comparison, comparisons } from './targets.ts'

export interface Figure {
  readonly scenario: ScenarioName
  readonly connections: number
  /** Medians over the rounds. */
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** The server's processor time per operation, in milliseconds; null where it cannot be read. */
  readonly serverCpuMillisEach: number | null
  readonly loadCpuMillisEach: number
  readonly comparison: Comparison
  /** The bound in operations per second: the rate of a server without any cost of its own. */
  readonly boundPerSecond: number
  /** Median, minimum and maximum of the ratios round by round. */
  readonly ratio: number
  readonly ratioLeast: number
  readonly ratioGreatest: number
  /**
   * The ratio by processor time: the bound's and the server's time per operation, each with the load
   * generator's. It predicts the ratio with fully used processors, and holds on a shared machine, where rates
   * do not. Null where the time cannot be read.
   */
  readonly cpuRatio: number | null
}

interface Round {
  readonly slice: Slice
  readonly cpuSeconds: number | null
  readonly bound: Bound
}

interface Bound {
  readonly perSecond: number
  /** Processor time per operation, with the load generator's, in milliseconds. */
  readonly cpuMillisEach: number | null
}

/**
 * Measures a scenario: bound and server in turn, so that both see the same machine, and the ratio of each
 * pair. One unmeasured slice of each comes first.
 */
export async function measure(
  stage: Stage,
  scenario: ScenarioName,
  connections: number,
  { rounds, sliceMs }: { readonly rounds: number; readonly sliceMs: number },
): Promise<Figure> {
  const comparison = comparisons[scenario]
  const warmUp = Math.min(1_000, sliceMs)
  await measureBound(stage, comparison, { scenario, connections, millis: warmUp })
  await put(stage, stage.targets.authserver, { scenario, connections, millis: warmUp })
  const all: Round[] = []
  for (let i = 0; i < rounds; i++) {
    const load = { scenario, connections, millis: sliceMs }
    const bound = await measureBound(stage, comparison, load)
    // The server's work for codes and tokens precedes the slice and is not counted.
    const slice = await put(stage, stage.targets.authserver, load)
    all.push({ slice, cpuSeconds: slice.cpuSeconds, bound })
  }
  return summarise(scenario, connections, comparison, all)
}

interface Load {
  readonly scenario: ScenarioName
  readonly connections: number
  readonly millis: number
}

async function measureBound(
  stage: Stage,
  { bound, unitsEach }: Comparison,
  { scenario, connections, millis }: Load,
): Promise<Bound> {
  if (bound === 'signatures' || bound === 'verifications') {
    const question: ComputingQuestion = { what: bound, millis, atOnce: connections }
    const { perSecond, cpuSecondsEach } = await stage.computing.ask<ComputingAnswer>(question)
    return { perSecond: perSecond / unitsEach, cpuMillisEach: cpuSecondsEach * unitsEach * 1000 }
  }
  const asked = { scenario: bound === 'peer' ? scenario : 'get', connections, millis }
  const slice = await put(stage, stage.targets[bound], asked)
  const { operations, seconds, loadCpuSeconds, cpuSeconds } = slice
  const cpuMillisEach = cpuSeconds && ((cpuSeconds + loadCpuSeconds) * 1000) / operations
  return { perSecond: operations / seconds, cpuMillisEach }
}

/** Loads a target for one slice and measures its processor time. */
async function put(
  { load, pidOf }: Stage,
  target: Target,
  question: Omit<LoadQuestion, 'target'>,
): Promise<Slice & { cpuSeconds: number | null }> {
  await load.ask({ ...question, target, prepareOnly: true })
  const before = usageOf(pidOf(target))
  const slice = await load.ask<Slice>({ ...question, target })
  const after = usageOf(pidOf(target))
  return { ...slice, cpuSeconds: before && after && after.cpuSeconds - before.cpuSeconds }
}

function summarise(
  scenario: ScenarioName,
  connections: number,
  comparison: Comparison,
  rounds: readonly Round[],
): Figure {
  const over = (pick: (round: Round) => number) => median(rounds.map(pick))
  const ratios = rounds.map(({ slice, bound }) => rateOf(slice) / bound.perSecond)
  const loadCpuMillisEach = over(({ slice }) => (slice.loadCpuSeconds * 1000) / slice.operations)
  const cpu = rounds.flatMap(({ slice, cpuSeconds }) =>
    cpuSeconds === null ? [] : [(cpuSeconds * 1000) / slice.operations],
  )
  const serverCpuMillisEach = cpu.length > 0 ? median(cpu) : null
  const boundCpu = rounds.flatMap(({ bound }) => bound.cpuMillisEach ?? [])
  return {
    scenario,
    connections,
    comparison,
    perSecond: over(({ slice }) => rateOf(slice)),
    p50: over(({ slice }) => slice.p50),
    p95: over(({ slice }) => slice.p95),
    p99: over(({ slice }) => slice.p99),
    serverCpuMillisEach,
    loadCpuMillisEach,
    boundPerSecond: over(({ bound }) => bound.perSecond),
    ratio: median(ratios),
    ratioLeast: Math.min(...ratios),
    ratioGreatest: Math.max(...ratios),
    cpuRatio: serverCpuMillisEach && median(boundCpu) / (serverCpuMillisEach + loadCpuMillisEach),
  }
}

function rateOf({ operations, seconds }: Slice): number {
  return operations / seconds
}

/** The middle value; for an even count, the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? 0
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? 0)) / 2 : upper
}
