import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { programFolder } from './build.ts'

/** Files of `public/`, and the icon that Next gives an address of its own. */
const publicFiles = new Set(
  [...readdirSync(join(programFolder, 'public')), 'icon.svg'].map((name) => `/${name}`),
)

/**
 * True for built assets and public files, which are sent without what pages carry.
 * @param path by which it is looked for (`pagePath`)
 * @param development Next serves files of its own beside the built ones
 */
export function isStaticFile(path: string, development: boolean): boolean {
  return path.startsWith(development ? '/_next/' : '/_next/static/') || publicFiles.has(path)
}

/**
 * How long a file may be kept.
 * @returns null for those that Next decides about: built assets have a hash in their name
 */
export function cachingOf(path: string): string | null {
  return publicFiles.has(path) ? 'public, max-age=300' : null
}
