import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { programFolder } from './build.ts'

/** The ids of the server actions in the build. */
export type KnownActions = ReadonlySet<string>

/** Next's form of an action id: 21 bytes. */
const idForm = /^[0-9a-f]{42}$/

/** Reads the build's manifest, as Next itself does. */
export function readKnownActions(): KnownActions {
  const manifest = join(programFolder, '.next', 'server', 'server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(manifest, 'utf8')) as { node: object }
  return new Set(Object.keys(node))
}

/**
 * Answers a call of an unknown action in place of Next, which would print the id and a stack each time. An id of
 * another build gets 409, because the page must be reloaded; anything else gets 400.
 */
export function refuseAction(res: ServerResponse, id: string): void {
  const isId = idForm.test(id)
  res.statusCode = isId ? 409 : 400
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  // Next's script then shows that the page is out of date.
  res.setHeader('X-Nextjs-Action-Not-Found', '1')
  res.end(isId ? 'The page is out of date. Load it again.\n' : 'There is no such action.\n')
}
