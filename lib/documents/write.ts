/** Renders the documents for the server: `node lib/documents/write.ts <folder>`. The build runs it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readCatalog, renderPage, renderSearch } from './render.ts'

const target = process.argv[2]
if (!target) throw new Error('Name the folder to write to.')

const catalog = readCatalog(join(import.meta.dirname, '..', '..', 'docs'))
rmSync(target, { recursive: true, force: true })
const { sections, pages, files } = catalog
write('catalog.json', { sections, pages: [...pages], files })
write('search.json', renderSearch(catalog))
for (const file of pages.keys()) write(`pages/${file}.json`, renderPage(catalog, file))

function write(name: string, content: unknown): void {
  const path = join(target ?? '', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(content))
}
