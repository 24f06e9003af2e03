import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { RouteFunction } from '#lib/http/exchange.ts'

interface Route {
  readonly file: string
  readonly pattern: RegExp
  readonly names: readonly string[]
}

/** A route file's handler and the values of its path's `[name]` segments. */
export interface FoundRoute {
  readonly handler: RouteFunction | null
  readonly params: Record<string, string>
}

const appFolder = fileURLToPath(new URL('../../app/', import.meta.url))
const loaded = new Map<string, Promise<Record<string, RouteFunction | undefined>>>()
let routes: readonly Route[] | undefined

/**
 * Finds the handler as Next.js would: fixed segments win over `[name]`, and `[name]` over `[...rest]`.
 * @returns null when no route file has this path; a null `handler` when it lacks the method
 */
export async function findRoute(method: string, path: string): Promise<FoundRoute | null> {
  routes ??= readRoutes()
  const tidy = path.length > 1 ? path.replace(/\/$/, '') : path
  for (const { file, pattern, names } of routes) {
    const match = pattern.exec(tidy)
    if (!match) continue
    const values = match.slice(1).map(decoded)
    const params = Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']))
    const exported = await load(file)
    return { handler: exported[method] ?? null, params }
  }
  return null
}

function load(file: string): Promise<Record<string, RouteFunction | undefined>> {
  let module = loaded.get(file)
  if (!module) {
    module = import(pathToFileURL(file).href)
    loaded.set(file, module)
  }
  return module
}

/** The text itself when its escapes are invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readRoutes(): Route[] {
  return (
    globSync(['**/route.ts', '.well-known/**/route.ts'], { cwd: appFolder })
      // Compares code units: the order of a language would move the marks of `rank`.
      .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
      .map((file) => ({ file: appFolder + file, ...patternOf(file) }))
  )
}

/** Sorts `[...rest]` after `[name]`, and both after every fixed segment. */
function rank(file: string): string {
  return file.replaceAll('[...', '\uFFFE').replaceAll('[', '\uFFFD')
}

function patternOf(file: string): { pattern: RegExp; names: string[] } {
  const names: string[] = []
  const segments = file
    .split('/')
    .slice(0, -1)
    .filter((segment) => !segment.startsWith('('))
    .map((segment) => {
      const name = /^\[(\.\.\.)?(.+)\]$/.exec(segment)
      if (!name) return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      names.push(name[2] ?? '')
      return name[1] ? '(.+)' : '([^/]+)'
    })
  return { pattern: new RegExp(`^/${segments.join('/')}$`), names }
}
