import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'
import type { Catalog } from './catalog.ts'

/**
 * Leads every link to where the server has its target. A file that the server does not show becomes text that names
 * its place in the repository.
 * @param file the document with the links
 */
export function resolveLinks(catalog: Catalog, file: string) {
  return (tree: Root): void => {
    visit(tree, 'element', (node) => {
      if (node.tagName === 'a') resolveLink(catalog, file, node)
      if (node.tagName === 'img') resolvePicture(catalog, file, node)
    })
  }
}

function resolveLink({ pages, files }: Catalog, file: string, link: Element): void {
  const address = String(link.properties.href ?? '')
  if (/^(?:[a-z]+:|#|\/)/i.test(address)) return
  const [path = '', anchor] = address.split('#')
  const target = posix.join(posix.dirname(file), path)
  const page = pages.get(target) ?? (files.includes(target) ? `/docs/${target}` : undefined)
  if (page) link.properties.href = anchor ? `${page}#${anchor}` : page
  else nameOnly(link, posix.join('docs', target).replace(/\/$/, ''))
}

/** Keeps the text of a link, followed by the file's place unless it says that already. */
function nameOnly(link: Element, place: string): void {
  link.tagName = 'span'
  link.properties = {}
  const text = textOf(link)
  if (text.includes(place) || place.startsWith(text)) return
  link.children.push(
    { type: 'text', value: ' (' },
    {
      type: 'element',
      tagName: 'code',
      properties: {},
      children: [{ type: 'text', value: place }],
    },
    { type: 'text', value: ' in the repository)' },
  )
}

function resolvePicture({ folder, files }: Catalog, file: string, picture: Element): void {
  const target = posix.join(posix.dirname(file), String(picture.properties.src ?? ''))
  if (!files.includes(target)) throw new Error(`${file} shows ${target}, which is missing.`)
  picture.properties.src = `/docs/${target}`
  picture.properties.loading = 'lazy'
  if (target.endsWith('.png')) Object.assign(picture.properties, sizeOf(join(folder, target)))
}

/** Width and height from the header of a PNG, so that the page does not jump when it arrives. */
function sizeOf(path: string): { readonly width: number; readonly height: number } {
  const header = readFileSync(path).subarray(0, 24)
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) }
}
