import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Figure } from './measure.ts'
import { judgedConnections } from './options.ts'

export interface Verdict {
  readonly what: string
  readonly figure: string
  readonly wanted: string
  readonly isMet: boolean
}

const columns: readonly (readonly [title: string, width: number])[] = [
  ['scenario', 20],
  ['conn', 5],
  ['per s', 9],
  ['p50 ms', 9],
  ['p95 ms', 9],
  ['p99 ms', 9],
  ['cpu ms', 9],
  ['load cpu', 10],
  ['bound', 16],
  ['bound/s', 9],
  ['ratio', 8],
  ['least–most', 13],
  ['by cpu', 8],
]

export function titleLine(): string {
  return line(columns.map(([title]) => title))
}

export function figureLine(figure: Figure): string {
  const { bound, unitsEach } = figure.comparison
  return line([
    figure.scenario,
    String(figure.connections),
    figure.perSecond.toFixed(0),
    figure.p50.toFixed(2),
    figure.p95.toFixed(2),
    figure.p99.toFixed(2),
    figure.serverCpuMillisEach?.toFixed(3) ?? '?',
    figure.loadCpuMillisEach.toFixed(3),
    unitsEach === 1 ? bound : `${bound} / ${unitsEach}`,
    figure.boundPerSecond.toFixed(0),
    figure.ratio.toFixed(2),
    `${figure.ratioLeast.toFixed(2)}–${figure.ratioGreatest.toFixed(2)}`,
    figure.cpuRatio?.toFixed(2) ?? '?',
  ])
}

/** Judges the figures at 16 connections. */
export function judge(figures: readonly Figure[]): Verdict[] {
  return figures.flatMap(({ scenario, connections, ratio, comparison }) => {
    const { least, bound } = comparison
    if (connections !== judgedConnections || least === null) return []
    const what = `${scenario} ÷ ${bound}`
    return [{ what, figure: ratio.toFixed(2), wanted: `≥ ${least}`, isMet: ratio >= least }]
  })
}

export function verdictLine({ what, figure, wanted, isMet }: Verdict): string {
  return `${isMet ? 'met   ' : 'MISSED'}  ${what.padEnd(36)} ${figure.padStart(8)}  (${wanted})`
}

/** The machine that produced the figures. */
export function conditions(): Record<string, string | number | null> {
  return {
    node: process.version,
    openssl: process.versions.openssl,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    // Processor features that OpenSSL must not use.
    opensslCapabilities: process.env.OPENSSL_ia32cap ?? null,
  }
}

export function writeResult(file: string, result: object): void {
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, i) => {
      const width = columns[i]?.[1] ?? 0
      return i === 0 || i === 8 ? cell.padEnd(width) : `${cell} `.padStart(width)
    })
    .join('')
    .trimEnd()
}
