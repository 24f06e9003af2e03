import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { reportStopping } from '#lib/http/health.ts'
import { findPageData } from '#lib/http/page-data.ts'
import type { Runtime } from '#lib/runtime.ts'
import { finishWork, stop } from './graceful-stop.ts'
import { onSignals } from './signals.ts'

/**
 * Stops the process on a signal, and after an error that nothing caught, because its half-finished work is unknown. The
 * first signal stops gracefully. A later signal stops at once; for a worker, the primary process does that.
 * @param development a promise that nothing handles is only logged
 * @param closers end before the database is closed: see `finishWork`
 */
export function stopOnSignalOrError(
  server: Server,
  { log, close }: Runtime,
  development: boolean,
  closers: readonly (() => Promise<void>)[],
): void {
  let isStopping = false
  let exitCode = 0
  const end = async (why: object) => {
    if (isStopping) return
    isStopping = true
    log.info(why, 'stopping')
    reportStopping()
    const isComplete = await stop(server)
    if (!isComplete) log.warn('aborted requests that did not finish in time')
    await finishWork([responsesFollowedUp, ...closers])
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
  const fail = (error: unknown, message: string) => {
    log.fatal({ err: error }, message)
    exitCode = 1
    end({}).catch(() => process.exit(1))
  }
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'))
  process.on('unhandledRejection', (error) => {
    // React starts parts of a page and may drop their promises. A visitor can cause that, so the server keeps running.
    if (development || findPageData()) log.error({ err: error }, 'unhandled promise rejection')
    else fail(error, 'unhandled promise rejection')
  })
}
