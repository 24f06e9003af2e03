import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import type { DocumentHeading } from '#lib/answers/document.ts'

/** Makes every heading a link to itself, so that its address can be copied. */
export function linkHeadings() {
  return (tree: Root): void => {
    visit(tree, 'element', (node) => {
      const { id } = node.properties
      if (!/^h[2-4]$/.test(node.tagName) || !id || contains(node, 'a')) return
      node.children = [
        { type: 'element', tagName: 'a', properties: { href: `#${id}` }, children: node.children },
      ]
    })
  }
}

/** Makes each wide table scroll by itself, and removes heads that only Markdown needs. */
export function frameTables() {
  return (tree: Root): void => {
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'table' || !parent || index === undefined) return
      node.children = node.children.filter((part) => !isEmptyHead(part))
      visit(node, 'element', emptyHeadAsCell)
      const properties = {
        className: ['ui-doc-table'],
        tabIndex: 0,
        role: 'group',
        ariaLabel: 'Table',
      }
      parent.children[index] = { type: 'element', tagName: 'div', properties, children: [node] }
      return SKIP
    })
  }
}

/** The headings that the list beside the page shows. */
export function headingsOf(tree: Root): DocumentHeading[] {
  const headings: DocumentHeading[] = []
  visit(tree, 'element', (node) => {
    if (node.tagName !== 'h2' && node.tagName !== 'h3') return
    const level = node.tagName === 'h2' ? 2 : 3
    headings.push({ id: String(node.properties.id), text: textOf(node), level })
  })
  return headings
}

/** A column without a name: screen readers would announce an empty head for each of its cells. */
function emptyHeadAsCell(cell: Element): void {
  if (cell.tagName === 'th' && textOf(cell).trim() === '') cell.tagName = 'td'
}

function isEmptyHead(part: Root['children'][number]): boolean {
  return part.type === 'element' && part.tagName === 'thead' && textOf(part).trim() === ''
}

function contains(node: Element, tagName: string): boolean {
  let isThere = false
  visit(node, 'element', (inner) => {
    isThere ||= inner !== node && inner.tagName === tagName
  })
  return isThere
}
