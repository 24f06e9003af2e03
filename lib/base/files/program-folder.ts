import { join } from 'node:path'
import { singleton } from '#lib/base/concurrency/singleton.ts'

/**
 * The folder of the program. The start file calls this first: Next.js also bundles this module, and in a bundle
 * `import.meta.dirname` is undefined.
 */
export function programFolder(): string {
  return singleton('program folder', () => join(import.meta.dirname, '..', '..', '..'))
}
