import { readdirSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { RouteFunction } from '#lib/http/exchange.ts'
import { decoded } from '#lib/kernel/url.ts'

/** The exports of a route file. */
export type RouteModule = Readonly<Partial<Record<string, RouteFunction>>>

/** The route of a path, with the values of its variable segments. */
export interface Route {
  /** For example `/client/logo/[clientIdentifier]`. */
  readonly template: string
  readonly module: RouteModule
  readonly params: Record<string, string>
}

/**
 * Paths that the start file answers by calling `app/<path>/route.ts`. These are frequent paths, because a call costs a
 * fifteenth of Next's router. They are also the paths whose answer may be a page with a status, which Next cannot send.
 * Together with the APIs (`apiPaths`) these are all route files; pages and assets go to Next.
 */
export const directPaths = [
  '/.well-known/openid-configuration',
  '/account',
  '/account/activate',
  '/account/register',
  '/auth/authorize',
  '/auth/completed',
  '/auth/consent',
  '/auth/issue',
  '/auth/level1',
  '/auth/level1completed',
  '/auth/level2',
  '/auth/logout',
  '/auth/otp',
  '/auth/pwd',
  '/auth/token',
  '/certs',
  '/client/logo/[clientIdentifier]',
  '/connect/register',
  '/console/callback',
  '/console/logout',
  '/console/sign-in',
  '/docs/api',
  '/docs/api/[file]',
  '/forgot-password',
  '/health',
  '/metrics',
  '/openapi.yaml',
  '/ready',
  '/reset-password',
  '/sign-in-link',
  '/unauthorized',
  '/userinfo',
  '/userinfo/picture/[subject]',
]

const appFolder = join(import.meta.dirname, '..', '..', 'app')

/** Paths of the APIs: every route file below `app/api`. */
export const apiPaths = readdirSync(join(appFolder, 'api'), { recursive: true })
  .filter((name) => basename(`${name}`) === 'route.ts')
  .map((name) => `/api/${dirname(`${name}`).split(sep).join('/')}`)

/** A node of the tree of path segments. */
interface Branch {
  readonly named: Map<string, Branch>
  /** `[name]`: any single segment. */
  variable: { readonly name: string; readonly branch: Branch } | null
  /** The route file's path, when a path may end here. */
  path: string | null
  /** The path of `[...name]`, which matches everything else. */
  rest: string | null
}

const root = branchOf([...directPaths, ...apiPaths])
const exactPaths = new Set(directPaths.filter((path) => !path.includes('[')))

function branchOf(paths: readonly string[]): Branch {
  const newBranch = (): Branch => ({ named: new Map(), variable: null, path: null, rest: null })
  const top = newBranch()
  for (const path of paths) {
    let branch = top
    for (const segment of path.slice(1).split('/')) {
      const name = /^\[(.+)\]$/.exec(segment)?.[1]
      if (name?.startsWith('...')) {
        branch.rest = path
        break
      }
      if (name) {
        branch.variable ??= { name, branch: newBranch() }
        branch = branch.variable.branch
      } else {
        const next: Branch = branch.named.get(segment) ?? newBranch()
        branch.named.set(segment, next)
        branch = next
      }
    }
    if (branch.rest !== path) branch.path = path
  }
  return top
}

const modules = new Map<string, Promise<RouteModule>>()

/**
 * Finds the route of a direct path. Escapes and one trailing slash make no difference.
 * @returns null for a path that Next answers
 */
export async function findRoute(path: string): Promise<Route | null> {
  const params: Record<string, string> = {}
  const found = templateOf(path, params)
  return found === null ? null : { template: found, module: await load(found), params }
}

/**
 * The template of a direct path's route (`/client/logo/[clientIdentifier]`).
 * @param params receives the values of variable segments
 * @returns null for a path that Next answers
 */
export function templateOf(path: string, params: Record<string, string> = {}): string | null {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (exactPaths.has(plain)) return plain
  const found = find(root, plain.slice(1).split('/'), 0, params)
  if (found !== null) return found
  const unescaped = plain.includes('%') ? decoded(plain) : plain
  return exactPaths.has(unescaped) ? unescaped : null
}

/** The route file's path. A named segment takes precedence over a variable one, as in Next. */
function find(
  { named, variable, path, rest }: Branch,
  segments: readonly string[],
  at: number,
  params: Record<string, string>,
): string | null {
  const segment = segments[at]
  if (segment === undefined) return path
  const next = named.get(decoded(segment))
  const found = next ? find(next, segments, at + 1, params) : null
  if (found !== null) return found
  if (variable && segment !== '') {
    const further = find(variable.branch, segments, at + 1, params)
    if (further !== null) {
      params[variable.name] = decoded(segment)
      return further
    }
  }
  return rest
}

/**
 * Loads all route files, so that the first request does not wait.
 * @returns the errors; the affected paths answer 500
 */
export async function loadRoutes(): Promise<unknown[]> {
  const loaded = await Promise.allSettled([...directPaths, ...apiPaths].map(load))
  return loaded.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
}

function load(path: string): Promise<RouteModule> {
  let module = modules.get(path)
  if (!module) {
    module = import(`#app${path}/route.ts`) as Promise<RouteModule>
    modules.set(path, module)
  }
  return module
}
