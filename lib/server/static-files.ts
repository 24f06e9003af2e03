import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { programFolder } from './build.ts'

/** Files of `public/`. */
const publicFiles = new Set(readdirSync(join(programFolder, 'public')).map((name) => `/${name}`))

/**
 * True for built assets and public files, which are sent without the headers of pages.
 * @param path from `pagePath`
 * @param development Next also serves other files below `/_next/`
 */
export function isStaticFile(path: string, development: boolean): boolean {
  return path.startsWith(development ? '/_next/' : '/_next/static/') || publicFiles.has(path)
}

/**
 * The `Cache-Control` of a file.
 * @returns null when Next decides: built assets have a hash in their name
 */
export function cachingOf(path: string): string | null {
  return publicFiles.has(path) ? 'public, max-age=300' : null
}
