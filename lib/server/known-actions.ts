import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { programFolder } from './build.ts'

/** The ids of the server actions that the build has. */
export type KnownActions = ReadonlySet<string>

/** How Next writes the id of an action: 21 bytes. */
const idForm = /^[0-9a-f]{42}$/

/** Reads which actions the build has, as Next itself does. */
export function readKnownActions(): KnownActions {
  const manifest = join(programFolder, '.next', 'server', 'server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(manifest, 'utf8')) as { node: object }
  return new Set(Object.keys(node))
}

/**
 * Answers the call of an action that the build does not have, as Next would, which prints the id and a stack each time:
 * 409 for one of another build, whose page has to be loaded again, and 400 for what is no id.
 */
export function refuseAction(res: ServerResponse, id: string): void {
  const isId = idForm.test(id)
  res.statusCode = isId ? 409 : 400
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  // Next's script then says that the page is out of date.
  res.setHeader('X-Nextjs-Action-Not-Found', '1')
  res.end(isId ? 'The page is out of date. Load it again.\n' : 'There is no such action.\n')
}
