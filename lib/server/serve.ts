import type { Server } from 'node:http'
import next from 'next'
import { startCleaner } from '#lib/cleaner.ts'
import { showBuiltDocuments } from '#lib/http/document-source.ts'
import { storeWaitingRefusals } from '#lib/http/waiting-refusals.ts'
import { startLogoutDispatcher } from '#lib/logout-dispatcher.ts'
import { type Runtime, runtime } from '#lib/runtime.ts'
import { programFolder } from './build.ts'
import { makeListener } from './dispatch.ts'
import { listen, makeHttpServer } from './http-server.ts'
import { openPages } from './pages.ts'
import { callRoute, routeCallerOf } from './route-caller.ts'
import { loadRoutes, readRoutes } from './router.ts'
import { stopOnSignalOrError } from './shutdown.ts'
import { openProcessMetrics } from './worker-metrics.ts'

/**
 * Serves requests in this process until a signal ends it.
 * @param development pages are compiled on demand
 * @param givePortBack releases the port where this process held it so far
 */
export async function serve(
  development: boolean,
  givePortBack: (() => Promise<void>) | null,
): Promise<Runtime> {
  const shared = await runtime()
  const { config, log } = shared
  if (config.metricsToken) await openProcessMetrics()
  const server = makeHttpServer(undefined, development)
  const app = next({
    dev: development,
    dir: programFolder,
    hostname: config.hostname,
    port: config.port,
    httpServer: server,
  })
  if (!development) showBuiltDocuments()
  // In development, Next compiles route files when they are asked for.
  const [failures] = await Promise.all([development ? [] : loadRoutes(), app.prepare()])
  for (const error of failures) log.error({ err: error }, 'failed to load a route')
  const handle = app.getRequestHandler()
  const pages = openPages(handle, shared, development)
  if (development) server.on('request', readRoutes)
  const call = development ? routeCallerOf(handle) : callRoute
  server.on('request', makeListener(shared, pages, call))
  await givePortBack?.()
  await listen(server, config.port, config.hostname)
  const cleaner = startCleaner(shared)
  const dispatcher = startLogoutDispatcher(shared)
  stopOnSignalOrError(server, shared, development, [
    () => cleaner.stop(),
    () => dispatcher.stop(),
    () => app.close(),
    () => storeWaitingRefusals(shared),
  ])
  log.info({ address: config.baseUrl, port: portOf(server), pid: process.pid }, 'ready')
  return shared
}

function portOf(server: Server): number | null {
  const address = server.address()
  return address && typeof address === 'object' ? address.port : null
}
