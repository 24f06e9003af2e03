import type { ScenarioName } from './load/scenario-names.ts'
import type { Slice } from './load/target.ts'
import { usageOf } from './processes.ts'
import type { Stage } from './stage.ts'

export interface Soak {
  readonly minutes: number
  /** The largest worker's resident memory at the end of each minute, in MiB. */
  readonly memoryMiB: readonly number[]
  /** Difference between the means of the first third (without the warm-up) and the last third of the minutes. */
  readonly growthMiB: number
}

/** Repeated in turn, one second each. */
const mixed: readonly ScenarioName[] = [
  'client-credentials',
  'authorize',
  'refresh',
  'userinfo',
  'sign-in',
  'discovery',
]
const connections = 16

/** Puts mixed load on the server and reads its memory every minute. */
export async function soak(
  { load, server, targets }: Stage,
  minutes: number,
  say: (line: string) => void,
): Promise<Soak> {
  const memoryMiB: number[] = []
  const begun = performance.now()
  for (let minute = 1; minute <= minutes; minute++) {
    while (performance.now() - begun < minute * 60_000) {
      for (const scenario of mixed) {
        const question = { scenario, target: targets.authserver, connections, millis: 1_000 }
        await load.ask<Slice>(question)
      }
    }
    memoryMiB.push(usageOf(server.pid())?.maxMiB ?? 0)
    say(`minute ${minute}: ${memoryMiB.at(-1)?.toFixed(0)} MiB`)
  }
  return { minutes, memoryMiB, growthMiB: growthOf(memoryMiB) }
}

function growthOf(memoryMiB: readonly number[]): number {
  const settled = memoryMiB.slice(1)
  const third = Math.max(1, Math.floor(settled.length / 3))
  return mean(settled.slice(-third)) - mean(settled.slice(0, third))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
