import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import next from 'next'
import { startCleaner } from '#lib/cleaner.ts'
import { responsesFollowedUp } from '#lib/kernel/after-response.ts'
import { type Runtime, runtime } from '#lib/runtime.ts'
import { programFolder } from './build.ts'
import { makeListener } from './dispatch.ts'
import { listen, makeHttpServer, stop } from './http-server.ts'
import { openPages } from './pages.ts'
import { callRoute, routeCallerOf } from './route-caller.ts'
import { loadRoutes, readRoutes } from './router.ts'
import { onSignals } from './signals.ts'
import { openProcessMetrics } from './worker-metrics.ts'

/** How long a stop waits for work that follows sent answers, in milliseconds. */
const followUpMillis = 8_000

/**
 * Serves requests in this process until a signal ends it.
 * @param development pages are compiled on demand
 */
export async function serve(development: boolean): Promise<Runtime> {
  const shared = await runtime()
  const { config, log } = shared
  surviveRejections(shared)
  if (config.metricsToken) await openProcessMetrics()
  const server = makeHttpServer(undefined, development)
  const app = next({
    dev: development,
    dir: programFolder,
    hostname: config.hostname,
    port: config.port,
    httpServer: server,
  })
  // In development, Next compiles route files when they are asked for.
  const [failures] = await Promise.all([development ? [] : loadRoutes(), app.prepare()])
  for (const error of failures) log.error({ err: error }, 'failed to load a route')
  const handle = app.getRequestHandler()
  const pages = openPages(handle, shared, development)
  if (development) server.on('request', readRoutes)
  const call = development ? routeCallerOf(handle) : callRoute
  server.on('request', makeListener(shared, pages, call))
  await listen(server, config.port, config.hostname)
  const cleaner = startCleaner(shared)
  stopOnSignal(server, shared, [followUp, () => cleaner.stop(), () => app.close()])
  log.info({ address: config.baseUrl, port: portOf(server), pid: process.pid }, 'ready')
  return shared
}

/** Waits for outstanding mail; a mail server that hangs does not block the stop. */
async function followUp(): Promise<void> {
  const cut = new AbortController()
  const late = setTimeout(followUpMillis, undefined, { signal: cut.signal }).catch(() => {})
  await Promise.race([responsesFollowedUp(), late])
  cut.abort()
}

function portOf(server: Server): number | null {
  const address = server.address()
  return address && typeof address === 'object' ? address.port : null
}

/**
 * The first signal stops the server gracefully. A later signal stops it at once; for a worker, the primary process does
 * that. An uncaught error also stops the server, with exit code 1, because the error may leave inconsistent state.
 * @param others end before the database is closed
 */
function stopOnSignal(
  server: Server,
  { log, close }: Runtime,
  others: readonly (() => Promise<void>)[],
): void {
  let isStopping = false
  let exitCode = 0
  const end = async (why: object) => {
    if (isStopping) return
    isStopping = true
    log.info(why, 'stopping')
    const complete = await stop(server)
    if (!complete) log.warn('aborted requests that did not finish in time')
    await Promise.allSettled(others.map((end) => end()))
    await close().catch((error: unknown) =>
      log.error({ err: error }, 'failed to close the database'),
    )
    log.info('stopped')
    process.exit(exitCode)
  }
  // The primary process kills workers: it passes the first signal on, possibly late, so a worker may see it as a second
  // one.
  onSignals(
    (signal) => end({ signal }),
    () => cluster.isPrimary && process.exit(1),
  )
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    exitCode = 1
    end({}).catch(() => process.exit(1))
  })
}

/** Logs an unhandled rejection without ending the process: it concerns one request only. */
function surviveRejections({ log }: Runtime): void {
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'unhandled promise rejection'),
  )
}
