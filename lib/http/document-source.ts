import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DocumentPage, DocumentSection } from '#lib/answers/document.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { programFolder } from '#lib/base/files/program-folder.ts'

/** What the server knows of its documents without reading one. */
export interface DocumentCatalog {
  readonly sections: readonly DocumentSection[]
  /** Documents by file (`operate/mail.md`), with their path at this server. */
  readonly pages: ReadonlyMap<string, string>
  /** Pictures and other files beside the documents. */
  readonly files: readonly string[]
}

/** Where the documents of `/docs` come from. */
export interface DocumentSource {
  catalog(): Promise<DocumentCatalog>
  /** @param file of the catalog */
  page(file: string): Promise<DocumentPage>
  /** The entries of the search, as JSON: the same bytes for every request. */
  search(): Promise<Uint8Array<ArrayBuffer>>
}

/** The source of this process: the documents as they are now, unless `showBuiltDocuments` was called first. */
export function documentSource(): DocumentSource {
  return singleton('documents', renderedDocuments)
}

/** From now on this process shows what the build rendered, and never loads what renders. */
export function showBuiltDocuments(): void {
  singleton('documents', builtDocuments)
}

/** A Markdown file, a picture or another file of the folder `docs`. */
export async function readDocumentFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(/* turbopackIgnore: true */ join(sourceFolder(), name)))
}

function builtDocuments(): DocumentSource {
  const folder = join(programFolder(), '.next', 'documents')
  const read = (name: string) => readFile(/* turbopackIgnore: true */ join(folder, name))
  const readJson = async (name: string) => JSON.parse((await read(name)).toString())
  const catalog = once(async () => {
    const { sections, pages, files } = await readJson('catalog.json')
    return { sections, pages: new Map<string, string>(pages), files }
  })
  const search = once(async () => new Uint8Array(await read('search.json')))
  return { catalog, page: (file) => readJson(`pages/${file}.json`), search }
}

/** Renders each document when it is asked for: in development an edit shows at once. */
function renderedDocuments(): DocumentSource {
  const renderer = once(() => {
    const file = join(programFolder(), 'lib', 'documents', 'render.ts')
    const address = pathToFileURL(file).href
    return import(/* turbopackIgnore: true */ address) as Promise<Renderer>
  })
  const catalog = async () => (await renderer()).readCatalog(sourceFolder())
  return {
    catalog,
    page: async (file) => (await renderer()).renderPage(await catalog(), file),
    search: async () => {
      const entries = (await renderer()).renderSearch(await catalog())
      return new Uint8Array(Buffer.from(JSON.stringify(entries)))
    },
  }
}

/** `lib/documents/render.ts`, which only an import by address may load. */
interface Renderer {
  readCatalog(folder: string): DocumentCatalog
  renderPage(catalog: DocumentCatalog, file: string): DocumentPage
  renderSearch(catalog: DocumentCatalog): object[]
}

function sourceFolder(): string {
  return join(programFolder(), 'docs')
}

/** Remembers the first success; a failure is tried again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
