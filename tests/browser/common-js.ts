import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The published files of packages, with all that they need, as one script: its `load(name)` returns a package. */
export function packagesInOneScript(...names: readonly string[]): string {
  const files = new Map<string, string>()
  const own = createRequire(import.meta.url)
  const entries = names.map((name) => [name, own.resolve(name)] as const)
  for (const [, path] of entries) add(files, path)
  return `const modules = {${[...files.values()].join(',\n')}}
    const loaded = {}
    const process = { env: { NODE_ENV: 'production' } }
    function loadFile(path) {
      if (!loaded[path]) {
        const module = loaded[path] = { exports: {} }
        const [needs, run] = modules[path]
        run(module, module.exports, (name) => loadFile(needs[name]), process)
      }
      return loaded[path].exports
    }
    window.load = (name) => loadFile(${JSON.stringify(Object.fromEntries(entries))}[name])`
}

function add(files: Map<string, string>, path: string): void {
  if (files.has(path)) return
  const code = readFileSync(path, 'utf8')
  const { resolve } = createRequire(path)
  const names = [...code.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name = '']) => name)
  const needs = Object.fromEntries(names.map((name) => [name, resolve(name)]))
  files.set(path, '')
  for (const needed of Object.values(needs)) add(files, needed)
  const body = `[${JSON.stringify(needs)}, (module, exports, require, process) => {${code}\n}]`
  files.set(path, `${JSON.stringify(path)}: ${body}`)
}
