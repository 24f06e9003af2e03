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
import { readKnownActions } from './known-actions.ts'
import { openPages } from './pages.ts'
import { loadRoutes } from './router.ts'
import { onSignals } from './signals.ts'
import { openProcessMetrics } from './worker-metrics.ts'

/** How long a stop waits for what follows answers already given, in milliseconds. */
const followUpMillis = 8_000

/**
 * Serves requests in this process until a signal ends it.
 * @param development pages are compiled when they are asked for
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
  const [failures] = await Promise.all([loadRoutes(), app.prepare()])
  for (const error of failures) log.error({ err: error }, 'a route could not be loaded')
  const pages = openPages(
    app.getRequestHandler(),
    shared,
    development,
    development ? null : readKnownActions(),
  )
  server.on('request', makeListener(shared, pages))
  await listen(server, config.port, config.hostname)
  const cleaner = startCleaner(shared)
  stopOnSignal(server, shared, [followUp, () => cleaner.stop(), () => app.close()])
  log.info({ address: config.baseUrl, port: portOf(server), pid: process.pid }, 'ready')
  return shared
}

/** Lets mail that is still to be sent go out; a mail server that hangs does not hold up the stop. */
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
 * The first signal stops the server gracefully, a later one at once; a worker is ended by the first process then. An
 * error that nobody caught stops it as well: what it left half done nobody knows. It ends with 1 then.
 * @param others what else runs and ends before the database is left
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
    if (!complete) log.warn('some requests were cut off')
    await Promise.allSettled(others.map((end) => end()))
    await close().catch((error: unknown) => log.error({ err: error }, 'the database was not left'))
    log.info('stopped')
    process.exit(exitCode)
  }
  // A worker is left to the first process, which passes the first signal on however late it hears it.
  onSignals(
    (signal) => end({ signal }),
    () => cluster.isPrimary && process.exit(1),
  )
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error was not caught')
    exitCode = 1
    end({}).catch(() => process.exit(1))
  })
}

/** A promise that nobody waited for is logged when it fails: it is one request's, the others go on. */
function surviveRejections({ log }: Runtime): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected'))
}
