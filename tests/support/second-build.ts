import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../', import.meta.url))
const scripts = ['static/chunks', 'static/pieces'] as const
const texts = /\.(?:js|mjs|json|html|rsc|css|body|meta)$/

/**
 * Copies the built program and makes the copy another build of it: with an id of its own, and other addresses for all
 * scripts and styles. Its pages are the same, as after a release that changed something else.
 */
export function aSecondBuild(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'authserver-second-'))
  for (const name of readdirSync(program)) {
    if (['.git', '.next', 'node_modules', 'tests', 'test-results'].includes(name)) continue
    cpSync(join(program, name), join(folder, name), { recursive: true, verbatimSymlinks: true })
  }
  symlinkSync(join(program, 'node_modules'), join(folder, 'node_modules'))
  const built = join(folder, '.next')
  cpSync(join(program, '.next'), built, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) =>
      !/[\\/]\.next[\\/](?:cache|trace|turbopack)/.test(path) && !/\.(?:br|gz)$/.test(path),
  })
  renameSync(join(built, scripts[0]), join(built, scripts[1]))
  const id = readFileSync(join(built, 'BUILD_ID'), 'utf8')
  const next = [...id].toReversed().join('')
  for (const name of readdirSync(built, { recursive: true, encoding: 'utf8' })) {
    const path = join(built, name)
    if (name.startsWith('node_modules') || !texts.test(name) || !statSync(path).isFile()) continue
    const text = readFileSync(path, 'utf8')
    const other = text.replaceAll(scripts[0], scripts[1]).replaceAll(id, next)
    if (other !== text) writeFileSync(path, other)
  }
  renameSync(join(built, 'static', id), join(built, 'static', next))
  writeFileSync(join(built, 'BUILD_ID'), next)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
