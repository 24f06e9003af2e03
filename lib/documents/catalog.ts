import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Heading, Link, Root, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import type { DocumentSection } from '#lib/answers/document.ts'

/** The documents that the server shows, and the menu that leads to them. */
export interface Catalog {
  /** The folder of the documents. */
  readonly folder: string
  readonly sections: readonly DocumentSection[]
  /** Documents by file (`operate/mail.md`), with their path at the server (`/docs/operate/mail`). */
  readonly pages: ReadonlyMap<string, string>
  /** Pictures and other files beside the documents. */
  readonly files: readonly string[]
}

/** The overview: it lists the documents in their order. */
const overview = 'README.md'

/**
 * The last section of the overview. Its documents are about the program's own code, so the server does not show them.
 */
const notShown = 'In the repository'

/**
 * Reads the menu from the overview: each heading of the second level is a section, and each link to a document is one
 * of its pages.
 */
export function readCatalog(folder: string): Catalog {
  const sections = sectionsOf(parse(readFileSync(join(folder, overview), 'utf8')))
  const pages = new Map([[overview, '/docs']])
  for (const { links } of sections) {
    for (const { file, href } of links) {
      if (!existsSync(join(folder, file)))
        throw new Error(`The overview names ${file}, which is missing.`)
      pages.set(file, href)
    }
  }
  return { folder, sections, pages, files: filesOf(folder) }
}

function parse(markdown: string): Root {
  return unified().use(remarkParse).use(remarkGfm).parse(markdown)
}

interface Entry {
  readonly file: string
  readonly href: string
  readonly label: string
  readonly group: string
}

function sectionsOf({ children }: Root) {
  const sections: { title: string; links: Entry[] }[] = []
  let group = ''
  for (const node of children) {
    if (isHeading(node, 2)) {
      group = ''
      sections.push({ title: textOf(node), links: [] })
    } else if (isHeading(node, 3)) {
      group = textOf(node)
    } else {
      sections.at(-1)?.links.push(...entriesOf(node, group))
    }
  }
  return sections.filter(({ title, links }) => title !== notShown && links.length > 0)
}

function isHeading(node: RootContent, depth: Heading['depth']): node is Heading {
  return node.type === 'heading' && node.depth === depth
}

function entriesOf(node: RootContent, group: string): Entry[] {
  const entries: Entry[] = []
  visit(node, 'link', (link: Link) => {
    if (!/^[\w/-]+\.md$/.test(link.url)) return
    entries.push({ file: link.url, href: pathOf(link.url), label: textOf(link), group })
  })
  return entries
}

/** `operate/mail.md` is `/docs/operate/mail`, and `operate/README.md` is `/docs/operate`. */
function pathOf(file: string): string {
  return posix.join('/docs', file.replace(/(?:README)?\.md$/, '')).replace(/\/$/, '')
}

function filesOf(folder: string): string[] {
  return globSync('**/*.{png,svg,yaml}', { cwd: folder }).toSorted()
}
