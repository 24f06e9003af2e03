/**
 * `npm run bench`: measures the built server against bounds from the same run: the machine, a bare server and
 * another implementation. Prints and judges the ratios. Exits with code 1 when a target is missed. Needs `npm
 * run build`. See docs/performance.md.
 */
import { startPostgresql } from '#tests/run/postgresql.mjs'
import { type Figure, measure } from './measure.ts'
import { type BenchOptions, judgedConnections, readOptions, usage } from './options.ts'
import { usageOf } from './processes.ts'
import {
  conditions,
  figureLine,
  judge,
  titleLine,
  type Verdict,
  verdictLine,
  writeResult,
} from './report.ts'
import { type Soak, soak } from './soak.ts'
import { type Stage, setStage } from './stage.ts'
import { maxMemoryMiB, maxStartSeconds } from './targets.ts'

const options = optionsOrUsage()
const postgresql = options.database === 'postgresql' ? await startPostgresql() : null
// The socket, as programs reach a database on the same machine.
if (postgresql) process.env.TEST_POSTGRESQL_URL = postgresql.socketUrl
const stage = await setStage(options.database, options.workers)
try {
  process.exitCode = (await perform(stage, options)) ? 0 : 1
} finally {
  await stage.clear()
  await postgresql?.stop()
}

/** @returns true when every target is met */
async function perform(stage: Stage, options: BenchOptions): Promise<boolean> {
  const { database, workers } = options
  const circumstances = { ...conditions(), database, workers }
  say(JSON.stringify(circumstances))
  const memory = watchMemory(stage)
  say(titleLine())
  const figures: Figure[] = []
  for (const scenario of options.scenarios) {
    for (const connections of options.connections) {
      const judged = connections === judgedConnections
      const rounds = judged ? options.rounds : Math.ceil(options.rounds / 3)
      const { sliceMs } = options
      const figure = await measure(stage, scenario, connections, { rounds, sliceMs })
      figures.push(figure)
      say(figureLine(figure))
    }
  }
  const watched = options.soakMinutes > 0 ? await soak(stage, options.soakMinutes, say) : null
  const maxMiB = memory.stop()
  const startSeconds = await measureStart(stage)
  const verdicts = [...judge(figures), ...otherVerdicts(maxMiB, startSeconds, watched)]
  say('')
  for (const verdict of verdicts) say(verdictLine(verdict))
  const result = { circumstances, figures, maxMiB, startSeconds, soak: watched, verdicts }
  if (options.output) writeResult(options.output, result)
  return verdicts.every(({ isMet }) => isMet)
}

function otherVerdicts(maxMiB: number, startSeconds: number, watched: Soak | null): Verdict[] {
  const verdicts: Verdict[] = [
    {
      what: 'memory of the largest worker',
      figure: `${maxMiB.toFixed(0)} MiB`,
      wanted: `≤ ${maxMemoryMiB} MiB`,
      isMet: maxMiB <= maxMemoryMiB,
    },
    {
      what: 'start to ready, existing database',
      figure: `${startSeconds.toFixed(2)} s`,
      wanted: `≤ ${maxStartSeconds} s`,
      isMet: startSeconds <= maxStartSeconds,
    },
  ]
  if (!watched) return verdicts
  const { growthMiB, minutes } = watched
  const figure = `${growthMiB.toFixed(0)} MiB`
  const isMet = growthMiB <= maxMemoryMiB / 10
  return [
    ...verdicts,
    {
      what: `growth over ${minutes} minutes`,
      figure,
      wanted: `≤ ${maxMemoryMiB / 10} MiB`,
      isMet,
    },
  ]
}

/** Samples the server's memory four times a second until it is stopped. */
function watchMemory({ server }: Stage): { stop(): number } {
  let maxMiB = 0
  const timer = setInterval(() => {
    maxMiB = Math.max(maxMiB, usageOf(server.pid())?.maxMiB ?? 0)
  }, 250)
  return {
    stop() {
      clearInterval(timer)
      return maxMiB
    },
  }
}

/** Seconds from the start of the process to its first ready answer; median of three starts. */
async function measureStart({ server }: Stage): Promise<number> {
  const seconds: number[] = []
  for (let i = 0; i < 3; i++) {
    await server.end()
    const begun = performance.now()
    await server.startAgain()
    seconds.push((performance.now() - begun) / 1000)
  }
  return seconds.toSorted((a, b) => a - b)[1] ?? 0
}

function optionsOrUsage(): BenchOptions {
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
