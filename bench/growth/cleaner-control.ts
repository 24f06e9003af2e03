/**
 * Loaded into the measured server (`--import`). Runs one step of the cleaner there, on the server's own
 * connections, from `/start?step=…` to `/stop`, which returns the figures. The cleaner's scheduled runs are
 * too rare to compare.
 */
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { RetentionStep } from '#lib/domain/retention/retention.ts'

export interface Cleaned {
  readonly removed: number
  readonly seconds: number
  readonly batches: number
  readonly maxBatch: number
  /** The longest batch, which finds and removes rows. No transaction is longer. */
  readonly maxMs: number
  readonly isDone: boolean
}

interface Running {
  readonly done: Promise<Cleaned>
  stop(): void
}

let running: Running | null = null

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  try {
    const answer = await act(pathname, searchParams.get('step') ?? '')
    response.end(JSON.stringify(answer))
  } catch (error) {
    response.statusCode = 500
    response.end(error instanceof Error ? error.stack : String(error))
  }
})
// Not in processes that the server starts.
const isServer = process.argv[1]?.endsWith('start.mjs') && !process.argv.includes('--build')
if (isServer) server.listen(Number(process.env.GROWTH_CONTROL_PORT), '127.0.0.1').unref()

async function act(path: string, name: string): Promise<object> {
  if (path === '/start') {
    running = await start(name)
    return {}
  }
  if (path === '/stop') running?.stop()
  const cleaned = await running?.done
  running = null
  return cleaned ?? {}
}

async function start(name: string): Promise<Running> {
  const { runtime } = await import('#lib/runtime.ts')
  const { longLivedSteps, runStep, shortLivedSteps } = await import(
    '#lib/domain/retention/retention.ts'
  )
  const step = [...shortLivedSteps, ...longLivedSteps].find((one) => one.name === name)
  if (!step) throw new Error(`There is no step ${name}.`)
  const { store, limits, clock } = await runtime()
  let isStopped = false
  const run = async (): Promise<Cleaned> => {
    const settings = await store.settings.find()
    if (!settings) throw new Error('The database has no settings.')
    const watched = watch(step)
    const begun = performance.now()
    let isDone = false
    while (!isStopped && !isDone) {
      const retention = { store, limits, settings, now: clock() }
      await runStep(watched.step, retention, { shouldContinue: () => !isStopped, sleep: wait })
      isDone = watched.isDone()
    }
    return { ...watched.figures(), seconds: (performance.now() - begun) / 1000, isDone }
  }
  return {
    done: run(),
    stop() {
      isStopped = true
    },
  }
}

/** Wraps a step to measure each of its batches. */
function watch({ name, remove }: RetentionStep) {
  const batches: { readonly removed: number; readonly millis: number }[] = []
  let isDone = false
  const step: RetentionStep = {
    name,
    async remove(retention, limit) {
      const begun = performance.now()
      const removed = await remove(retention, limit)
      batches.push({ removed, millis: performance.now() - begun })
      isDone = removed < limit
      return removed
    },
  }
  return {
    step,
    isDone: () => isDone,
    figures: () => ({
      removed: batches.reduce((sum, { removed }) => sum + removed, 0),
      batches: batches.length,
      maxBatch: Math.max(0, ...batches.map(({ removed }) => removed)),
      maxMs: Math.max(0, ...batches.map(({ millis }) => millis)),
    }),
  }
}
