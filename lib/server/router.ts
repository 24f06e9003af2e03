import { readdirSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { addRoute, createRouter, findRoute as find } from 'rou3'
import { decoded } from '#lib/base/network/url.ts'
import type { RouteFunction } from '#lib/http/exchange.ts'

/** The exports of a route file. */
export type RouteModule = Readonly<Partial<Record<string, RouteFunction>>>

/** The route of a path, with the values of its variable segments. */
export interface Route {
  /** For example `/client/logo/[clientIdentifier]`. */
  readonly template: string
  readonly params: Record<string, string>
}

const appFolder = join(import.meta.dirname, '..', '..', 'app')

/**
 * The paths of all route files. The start file answers them itself, because a call costs a fifteenth of Next's router,
 * and because their answer may be a page with a status, which Next cannot send. Pages and assets go to Next.
 */
export const routePaths = readRoutePaths()

function readRoutePaths(): readonly string[] {
  return readdirSync(appFolder, { recursive: true })
    .map(String)
    .filter((name) => basename(name) === 'route.ts')
    .map((name) => `/${dirname(name).split(sep).join('/')}`)
}

let router = routerOf(routePaths)

/** Reads the route files again: development adds some while the server runs. */
export function readRoutes(): void {
  router = routerOf(readRoutePaths())
}

function routerOf(paths: readonly string[]) {
  const router = createRouter<string | null>()
  for (const path of paths) {
    const [folder = '', rest] = path.split('/[...')
    if (rest) {
      // As in Next, `[...name]` stands for at least one segment.
      if (!paths.includes(folder)) addRoute(router, '', folder, null)
      addRoute(router, '', `${folder}/**`, path)
    } else addRoute(router, '', path.replaceAll(/\[(\w+)\]/g, ':$1'), path)
  }
  return router
}

const modules = new Map<string, Promise<RouteModule>>()

/**
 * Finds the route of a path. Escapes and one trailing slash make no difference.
 * @returns null for a path that Next answers
 */
export function findRoute(path: string): Route | null {
  const found = find(router, '', unescaped(path))
  if (!found?.data) return null
  const { data: template, params = {} } = found
  const values = Object.entries(params).map(([name, value]) => [name, decoded(value)])
  return { template, params: Object.fromEntries(values) }
}

/** The template of a path's route; null for a path that Next answers. */
export function templateOf(path: string): string | null {
  return find(router, '', unescaped(path), { params: false })?.data ?? null
}

/** Decodes the characters that need no escape (RFC 3986 section 6.2.2.2). The paths of route files have no others. */
function unescaped(path: string): string {
  const unreserved = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi
  return path.includes('%') ? path.replaceAll(unreserved, decodeURIComponent) : path
}

/**
 * Loads all route files, so that the first request does not wait. It loads them one after another: all at once left a
 * peak of 70 MiB.
 * @returns the errors; the affected paths answer 500
 */
export async function loadRoutes(): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const path of routePaths) await loadRoute(path).catch((error) => errors.push(error))
  return errors
}

/** Loads the route file of a template. */
export function loadRoute(path: string): Promise<RouteModule> {
  let module = modules.get(path)
  if (!module) {
    module = import(`#app${path}/route.ts`) as Promise<RouteModule>
    modules.set(path, module)
  }
  return module
}
