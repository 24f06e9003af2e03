import { readdirSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { RouteFunction } from '#lib/http/exchange.ts'
import { decoded } from '#lib/kernel/url.ts'

/** What a route file exports. */
export type RouteModule = Readonly<Partial<Record<string, RouteFunction>>>

/** The route that answers a path, with the values of its variable segments. */
export interface Route {
  /** Such as `/client/logo/[clientIdentifier]`. */
  readonly template: string
  readonly module: RouteModule
  readonly params: Record<string, string>
}

/**
 * Paths that the start file answers itself, by calling what `app/<path>/route.ts` exports. They are
 * those that are asked often (a call costs a fifteenth of what Next's router costs) and those whose
 * answer may be a page with a status, which Next cannot give. With the APIs (`apiPaths`) they are all
 * route files there are; pages and assets go to Next.
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

/** Paths of the APIs: whatever has a route file below `app/api`. */
export const apiPaths = readdirSync(join(appFolder, 'api'), { recursive: true })
  .filter((name) => basename(`${name}`) === 'route.ts')
  .map((name) => `/api/${dirname(`${name}`).split(sep).join('/')}`)

/** What follows a part of a path. */
interface Branch {
  readonly named: Map<string, Branch>
  /** `[name]`: any one segment. */
  variable: { readonly name: string; readonly branch: Branch } | null
  /** The route file's path, where the path may end here. */
  path: string | null
  /** The path of `[...name]`: takes whatever nothing else does. */
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
 * Finds the route that answers a path directly; escapes and one slash at the end make no difference.
 * @returns null when the path is not one of them and Next decides
 */
export async function findRoute(path: string): Promise<Route | null> {
  const params: Record<string, string> = {}
  const found = templateOf(path, params)
  return found === null ? null : { template: found, module: await load(found), params }
}

/**
 * The template of the route that answers a path directly (`/client/logo/[clientIdentifier]`).
 * @param params takes the values of variable segments
 * @returns null when Next decides
 */
export function templateOf(path: string, params: Record<string, string> = {}): string | null {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (exactPaths.has(plain)) return plain
  const found = find(root, plain.slice(1).split('/'), 0, params)
  if (found !== null) return found
  const unescaped = plain.includes('%') ? decoded(plain) : plain
  return exactPaths.has(unescaped) ? unescaped : null
}

/** The path of the route file; a named segment goes before a variable one, as Next has it. */
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
 * Loads every route file at once, so that the first request does not wait for it.
 * @returns what failed; the paths concerned answer 500
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
