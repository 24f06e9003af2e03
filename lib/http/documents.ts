import type { Outcome } from '#lib/answers/outcome.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Context } from '#lib/context.ts'
import { type DocumentCatalog, documentSource, readDocumentFile } from './document-source.ts'

const types: Readonly<Record<string, string>> = {
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  yaml: 'application/yaml; charset=utf-8',
}

/** The same for everybody, and new with the next version of the program. */
const shared = { 'Cache-Control': 'public, max-age=300' }

/**
 * `GET /docs` and all paths below it without a route file of their own: the documentation of this program, for
 * everybody. A path that ends in `.md` is the text of that page. Only files that the catalog lists are read; any other
 * path is answered with 404, inside of the frame.
 */
export async function document(_: Context, { path }: Incoming): Promise<Outcome> {
  const source = documentSource()
  const catalog = await source.catalog()
  const address = path.replace(/\/$/, '')
  const name = address.slice('/docs/'.length)
  if (name === 'search.json') return fileOf('application/json', await source.search())
  if (catalog.files.includes(name) || catalog.pages.has(name)) {
    return fileOf(types[name.split('.').at(-1) ?? ''] ?? 'text/plain', await readDocumentFile(name))
  }
  return pageOf(catalog, address)
}

async function pageOf({ sections, pages }: DocumentCatalog, address: string): Promise<Outcome> {
  const file = [...pages].find(([, path]) => path === address)?.[0]
  const shown = file === undefined ? null : await documentSource().page(file)
  return {
    kind: 'page',
    status: shown ? 200 : 404,
    view: { page: 'document', uiLocales: [], address, sections, document: shown },
  }
}

function fileOf(contentType: string, body: Uint8Array<ArrayBuffer>): Outcome {
  return { kind: 'file', status: 200, contentType, body, headers: shared }
}
