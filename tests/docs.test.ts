import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { directPaths } from '#lib/server/direct-paths.ts'
import { allContracts, shapeOf } from '#tests/support/contracts.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const documents = globSync(['*.md', '{docs,examples,.github}/**/*.md'], {
  cwd: project,
  exclude: (name) => name.includes('node_modules'),
}).toSorted()
const guides = documents.filter((path) => path.startsWith('docs/integrate/'))

function read(path: string): string {
  return readFileSync(join(project, path), 'utf8')
}

/** The text without what stands in code. */
function proseOf(path: string): string {
  return read(path)
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, (code) => (code.includes('](') ? '' : code))
}

/** Where the document's links lead, without those to other sites. */
function linksOf(path: string): string[] {
  const prose = proseOf(path)
  const links = [...prose.matchAll(/\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/g)]
  const pictures = [...prose.matchAll(/(?:src|srcset|href)="([^"]+)"/g)]
  return [...links, ...pictures]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** The anchors of a document, made of its headings as GitHub does. */
function anchorsOf(path: string): string[] {
  const headings = read(path)
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isBroken(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : join(dirname(path), decodeURI(file))
  if (target.startsWith('..') || !existsSync(join(project, target))) return true
  if (anchor === undefined) return false
  return statSync(join(project, target)).isDirectory() || !anchorsOf(target).includes(anchor)
}

describe('every relative link leads to a file and an anchor that exist:', () => {
  it.each(documents)('%s', (path) => {
    expect(linksOf(path).filter((link) => isBroken(path, link))).toEqual([])
  })
})

/** Paths of our endpoints that a document names, the letters of variable parts aside. */
function pathsNamedIn(path: string): string[] {
  const named = read(path).matchAll(
    /(?<![\w./\]-])(?:(GET|POST|PUT|DELETE) )?(\/(?:api\/v1|auth|connect|certs|userinfo|docs\/api)\/?[\w/{}[\]-]*)/g,
  )
  return [...named].map(([, method, found = '']) => `${method ?? ''} ${found}`.trim())
}

const declared = allContracts.map(({ method, path }) => `${method} ${shapeOf(path)}`)
const areas = ['/api/v1', '/api/v1/admin', '/api/v1/account']

function isUnknown(named: string): boolean {
  const [path = '', method] = named.split(' ').toReversed()
  const plain = path.replace(/\/$/, '')
  if (!plain.startsWith('/api/')) return !directPaths.includes(plain) && plain !== '/auth'
  if (areas.includes(plain)) return false
  return !declared.some((one) =>
    method ? one === `${method} ${shapeOf(plain)}` : one.endsWith(` ${shapeOf(plain)}`),
  )
}

describe('every path of the server that a document names exists:', () => {
  const user = documents.filter((path) => !path.startsWith('docs/decisions/'))
  it.each(user)('%s', (path) => {
    expect(pathsNamedIn(path).filter(isUnknown)).toEqual([])
  })
})

interface Block {
  readonly language: string
  readonly file: string
  readonly code: string
}

function blocksOf(path: string): Block[] {
  const blocks = read(path).matchAll(/^```(\w+) ?(.*?)\n(.*?)^```$/gms)
  return [...blocks].map(([, language = '', file = '', code = '']) => ({ language, file, code }))
}

describe('every code block of a guide is a part of the example it names:', () => {
  it.each(guides)('%s', (path) => {
    for (const { language, file, code } of blocksOf(path)) {
      // Commands are run by the example's browser test; text is not run.
      if (language === 'sh' || language === 'text') continue
      expect(file, code).toMatch(/^examples\//)
      expect(read(file)).toContain(code)
    }
  })
})
