/** A function that a route file exports for a method. */
export type RouteFunction = (
  request: Request,
  segment: { params: Promise<Record<string, string>> },
) => Response | Promise<Response>

/** What a route file exports. */
export type RouteModule = Readonly<Partial<Record<string, RouteFunction>>>

/** The route that answers a path, with the values of its variable segments. */
export interface DirectRoute {
  readonly module: RouteModule
  readonly params: Record<string, string>
}

/**
 * Paths that the start file answers itself, by calling what `app/<path>/route.ts` exports. They are
 * those that are asked often (a call costs a fifteenth of what Next's router costs) and those whose
 * answer may be a page with a status, which Next cannot give. Everything else goes to Next.
 */
export const directPaths = [
  '/.well-known/openid-configuration',
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
  '/forgot-password',
  '/health',
  '/openapi.yaml',
  '/ready',
  '/reset-password',
  '/unauthorized',
  '/userinfo',
  '/userinfo/picture/[subject]',
]

const exactPaths = new Set(directPaths.filter((path) => !path.includes('[')))
const patterns = directPaths
  .filter((path) => path.includes('['))
  .map((path) => {
    const names = [...path.matchAll(/\[(\w+)\]/g)].map((match) => match[1] ?? '')
    const pattern = new RegExp(`^${path.replaceAll(/\[\w+\]/g, '([^/]+)')}$`)
    return { path, names, pattern }
  })

const modules = new Map<string, Promise<RouteModule>>()

/**
 * Finds the route that answers a path directly; escapes and one slash at the end make no difference.
 * @returns null when the path is not one of them and Next decides
 */
export async function findDirectRoute(path: string): Promise<DirectRoute | null> {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (exactPaths.has(plain)) return { module: await load(plain), params: {} }
  for (const { path: template, names, pattern } of patterns) {
    const values = pattern.exec(plain)?.slice(1)
    if (!values) continue
    const params = Object.fromEntries(names.map((name, i) => [name, decoded(values[i] ?? '')]))
    return { module: await load(template), params }
  }
  const unescaped = plain.includes('%') ? decoded(plain) : plain
  return exactPaths.has(unescaped) ? { module: await load(unescaped), params: {} } : null
}

/**
 * Loads every route file at once, so that the first request does not wait for it.
 * @returns what failed; the paths concerned answer 500
 */
export async function loadDirectRoutes(): Promise<unknown[]> {
  const loaded = await Promise.allSettled(directPaths.map(load))
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

/** The text itself when its escapes are broken. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
