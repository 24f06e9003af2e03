import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Root, Text } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { Html } from 'mdast'
import rehypeHighlight from 'rehype-highlight'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { DocumentPage } from '#lib/answers/document.ts'
import { type Catalog, readCatalog } from './catalog.ts'
import { frameCode } from './code-blocks.ts'
import { resolveLinks } from './links.ts'
import { type SearchEntry, searchEntriesOf } from './search-entries.ts'
import { frameTables, headingsOf, linkHeadings } from './structure.ts'

export { readCatalog }

/** Renders one document of the catalog. */
export function renderPage(catalog: Catalog, file: string): DocumentPage {
  const tree = treeOf(catalog, file)
  const html = unified().use(rehypeStringify).stringify(tree)
  return { title: titleOf(tree), html, headings: headingsOf(tree), markdown: `/docs/${file}` }
}

/** The entries of the browser's search: every section of every document. */
export function renderSearch(catalog: Catalog): SearchEntry[] {
  return [...catalog.pages].flatMap(([file, path]) => {
    const tree = treeOf(catalog, file)
    return searchEntriesOf(tree, path, titleOf(tree))
  })
}

function treeOf(catalog: Catalog, file: string): Root {
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { handlers: { html: asText } })
    .use(rehypeSlug)
    .use(rehypeHighlight, { aliases: { bash: ['sh'], plaintext: ['text'] } })
    .use(frameCode)
    .use(frameTables)
    .use(linkHeadings)
    .use(resolveLinks, catalog, file)
  const markdown = readFileSync(join(catalog.folder, file), 'utf8')
  return processor.runSync(processor.parse(markdown)) as Root
}

/** Documents contain no HTML: `<name>` stands for a name, and comments are left out. */
function asText(_: unknown, { value }: Html): Text | undefined {
  return value.startsWith('<!--') ? undefined : { type: 'text', value }
}

/** The document's first heading. */
function titleOf({ children }: Root): string {
  const first = children.find((node) => node.type === 'element' && node.tagName === 'h1')
  return first ? textOf(first) : 'Documentation'
}
