import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Import {
  /** A path in the project (`lib/base/time/clock.ts`), a package (`zod`) or `node:…`. */
  readonly target: string
  /** The path below the package's name, as in `next/headers`. */
  readonly specifier: string
  /** True when type stripping removes the whole import. */
  readonly typeOnly: boolean
}

export interface Source {
  readonly path: string
  readonly text: string
  readonly code: string
  readonly imports: readonly Import[]
}

const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

/** Reads the source files below these folders of the project, without generated ones. */
export function readSources(...folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.includes('/generated/'))
    .sort()
    .map(readSource)
}

function readSource(path: string): Source {
  const text = readFileSync(join(projectFolder, path), 'utf8')
  const own = withoutComments(text)
  // The code of a guide is a text that is shown.
  const code = path.startsWith('lib/guides/') ? own.replaceAll(/`(?:[^`\\]|\\.)*`/g, '``') : own
  return { path, text, code, imports: importsOf(path, code) }
}

/** Removes comments and keeps strings: a `//` inside a string or an address is no comment. */
function withoutComments(text: string): string {
  const stringOrComment =
    /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g
  return text.replace(stringOrComment, (found) => (found.startsWith('/') ? '' : found))
}

function importsOf(path: string, code: string): Import[] {
  const statements = code.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^'";]*?\sfrom\s*)?'([^']+)'/gm,
  )
  const calls = code.matchAll(/\bimport\(\s*'([^']+)'/g)
  return [
    ...[...statements].map(([, type, specifier = '']) => ({ specifier, typeOnly: Boolean(type) })),
    ...[...calls].map(([, specifier = '']) => ({ specifier, typeOnly: false })),
  ].map((found) => ({ ...found, target: resolveTarget(path, found.specifier) }))
}

function resolveTarget(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
