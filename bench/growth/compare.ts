import type { ScenarioName } from '../load/scenario-names.ts'
import { median } from '../measure.ts'
import type { CostedSlice } from './sides.ts'

/** Two consecutive slices of the same load: without and with the measured condition. */
export interface Pair {
  readonly without: CostedSlice
  readonly with: CostedSlice
}

/** Medians over pairs of slices. */
export interface Compared {
  readonly scenario: ScenarioName
  readonly connections: number
  readonly pairs: number
  readonly p50Without: number
  readonly p50With: number
  readonly p95Without: number
  readonly p95With: number
  readonly perSecondWithout: number
  readonly perSecondWith: number
  readonly cpuMillisWithout: number | null
  readonly cpuMillisWith: number | null
  /** Median, minimum and maximum of the p95 ratios, pair by pair. */
  readonly ratio: number
  readonly ratioLeast: number
  readonly ratioGreatest: number
}

/** Maximum ratio of p95 to that of the empty database, or to that without the cleaner. */
export const maxRatio = 1.3

/**
 * Measures pairs. The first half alternates between pairs, so that a change of the machine's load affects
 * both.
 */
export async function measurePairs(
  count: number,
  without: () => Promise<CostedSlice>,
  withIt: () => Promise<CostedSlice>,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let i = 0; i < count; i++) {
    if (i % 2 === 0) {
      const first = await without()
      pairs.push({ without: first, with: await withIt() })
    } else {
      const first = await withIt()
      pairs.push({ with: first, without: await without() })
    }
  }
  return pairs
}

export function summarise(
  scenario: ScenarioName,
  connections: number,
  pairs: readonly Pair[],
): Compared {
  const of = (half: 'without' | 'with', pick: (slice: CostedSlice) => number) =>
    median(pairs.map((pair) => pick(pair[half])))
  const cpu = (half: 'without' | 'with') => {
    const read = pairs.flatMap((pair) => pair[half].cpuMillisEach ?? [])
    return read.length > 0 ? median(read) : null
  }
  const rate = ({ operations, seconds }: CostedSlice) => operations / seconds
  const ratios = pairs.map((pair) => pair.with.p95 / pair.without.p95)
  return {
    scenario,
    connections,
    pairs: pairs.length,
    p50Without: of('without', ({ p50 }) => p50),
    p50With: of('with', ({ p50 }) => p50),
    p95Without: of('without', ({ p95 }) => p95),
    p95With: of('with', ({ p95 }) => p95),
    perSecondWithout: of('without', rate),
    perSecondWith: of('with', rate),
    cpuMillisWithout: cpu('without'),
    cpuMillisWith: cpu('with'),
    ratio: median(ratios),
    ratioLeast: Math.min(...ratios),
    ratioGreatest: Math.max(...ratios),
  }
}

const columns: readonly (readonly [title: string, width: number])[] = [
  ['', 22],
  ['conn', 5],
  ['p50', 9],
  ['→', 9],
  ['p95', 9],
  ['→', 9],
  ['per s', 9],
  ['→', 9],
  ['cpu ms', 9],
  ['→', 9],
  ['p95 ratio', 11],
  ['least–most', 13],
]

/** The table's header; columns show the value without and, after the arrow, with the condition. */
export function titleLine(first: string): string {
  return line([first, ...columns.slice(1).map(([title]) => title)])
}

export function comparedLine(name: string, compared: Compared): string {
  return line([
    name,
    String(compared.connections),
    compared.p50Without.toFixed(2),
    compared.p50With.toFixed(2),
    compared.p95Without.toFixed(2),
    compared.p95With.toFixed(2),
    compared.perSecondWithout.toFixed(0),
    compared.perSecondWith.toFixed(0),
    compared.cpuMillisWithout?.toFixed(3) ?? '?',
    compared.cpuMillisWith?.toFixed(3) ?? '?',
    compared.ratio.toFixed(2),
    `${compared.ratioLeast.toFixed(2)}–${compared.ratioGreatest.toFixed(2)}`,
  ])
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, i) => {
      const width = columns[i]?.[1] ?? 0
      return i === 0 ? cell.padEnd(width) : `${cell} `.padStart(width)
    })
    .join('')
    .trimEnd()
}
