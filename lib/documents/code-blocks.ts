import type { Element, ElementContent, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'

/** Labels of blocks whose fence names no file. */
const titles: Readonly<Record<string, string>> = {
  sh: 'Terminal',
  shell: 'Terminal',
  js: 'JavaScript',
  ts: 'TypeScript',
  json: 'JSON',
  yaml: 'YAML',
  html: 'HTML',
  ini: 'Settings',
  apache: 'Apache',
  nginx: 'nginx',
  python: 'Python',
  go: 'Go',
  sql: 'SQL',
}

/** The four colors of code, by the classes of the highlighter. */
const colors: readonly (readonly [color: string, of: RegExp])[] = [
  ['c', /^hljs-(?:comment|meta|quote)$/],
  ['s', /^hljs-(?:string|regexp|number|symbol|template-tag)$/],
  ['f', /^hljs-(?:title|attr|attribute|property|name|section|function)$/],
  ['k', /^hljs-(?:keyword|literal|built_in|type|tag|selector-\w+|variable)$/],
]

/** Frames every block of code like the console's, with its file or language above it, and room for a copy button. */
export function frameCode() {
  return (tree: Root): void => {
    visit(tree, 'element', (node, index, parent) => {
      const [code] = node.children
      if (node.tagName !== 'pre' || code?.type !== 'element' || !parent || index === undefined)
        return
      parent.children[index] = framed(node, code)
      return SKIP
    })
  }
}

function framed(pre: Element, code: Element): Element {
  const file = String((code.data as { meta?: string } | undefined)?.meta ?? '')
  const title = file || titles[languageOf(code)] || 'Text'
  recolor(code)
  // The block scrolls, so the keyboard must reach it.
  const scrolling: Element = {
    ...pre,
    properties: { tabIndex: 0, dir: 'ltr', translate: 'no' },
    children: code.children,
  }
  return box('ui-code', [
    box('ui-code-head', [box('min-w-0 grow', [{ type: 'text', value: title }])]),
    scrolling,
  ])
}

function box(className: string, children: ElementContent[]): Element {
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: className.split(' ') },
    children,
  }
}

function languageOf(code: Element): string {
  const name = classesOf(code).find((one) => one.startsWith('language-'))
  return name?.slice('language-'.length) ?? ''
}

function recolor(code: Element): void {
  visit(code, 'element', (node) => {
    if (node.tagName !== 'span') return
    const [color] = colors.find(([, of]) => classesOf(node).some((name) => of.test(name))) ?? []
    node.properties = color ? { className: [color] } : {}
  })
}

function classesOf({ properties }: Element): string[] {
  return Array.isArray(properties.className) ? properties.className.map(String) : []
}
