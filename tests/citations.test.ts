import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const project = fileURLToPath(new URL('..', import.meta.url))
const own = 'tests/citations.test.ts'
const sources = globSync(
  [
    '{lib,app,tests,prisma,bench,examples}/**/*.{ts,tsx,mjs,prisma,css}',
    '*.{ts,mjs}',
    '.env.example',
    'Dockerfile',
  ],
  { cwd: project, exclude: (name) => /node_modules|generated|migrations/.test(name) },
).filter((path) => path !== own)
const documents = globSync(['*.md', '{docs,examples,bench,.github}/**/*.md'], {
  cwd: project,
  exclude: (name) => name.includes('node_modules'),
}).filter((path) => path !== 'docs/specification.md')
const citing = [...sources, ...documents].toSorted()

/** A file's text on one line, without the comment markers at the start of lines. */
function textOf(path: string): string {
  const text = readFileSync(join(project, path), 'utf8')
  return text.replaceAll(/\n\s*(?:\*(?!\/)|\/\/|#)?\s*/g, ' ')
}

const texts = new Map(citing.map((path) => [path, textOf(path)]))

/** All matches of a pattern, each with its file. */
function found(pattern: RegExp, paths = citing): string[] {
  return paths.flatMap((path) =>
    [...(texts.get(path) ?? '').matchAll(pattern)].map(
      ([whole, cited]) => `${path}: ${cited ?? whole}`,
    ),
  )
}

/** Headings as written, and shortened: without the part after a colon or in brackets. */
const headings = new Set(
  [...readFileSync(join(project, 'docs/specification.md'), 'utf8').matchAll(/^#+ (.+)$/gm)].flatMap(
    ([, heading = '']) => [heading, heading.replace(/:? (?:\(|GET |POST ).*$/, '')],
  ),
)

describe('a citation can be opened by a reader of the repository:', () => {
  it('no comment cites a document that is not here', () => {
    expect(
      found(
        /wire contract|(?:protocol|browser|Admin API) contract|account-and-browser|\bP0-\d|the papers\b/gi,
      ),
    ).toEqual([])
  })

  it('a section belongs to a standard that is named', () => {
    const named = String.raw`RFC \d{3,5},? ?|(?:OpenID|OAuth|ITU-T|WCAG|HTML)\b[^§]{0,60}`
    expect(found(new RegExp(String.raw`(?<!${named})§ ?\d[\d.]*`, 'g'))).toEqual([])
  })

  it('a record is named, not numbered', () => {
    expect(found(/decisions\/\d{4}\S*/g)).toEqual([])
    expect(found(/\(0[01]\d\d(?:, \d{4})*\)/g)).toEqual([])
  })

  it('the headings of the specification exist', () => {
    const cited = citing.flatMap((path) =>
      [...(texts.get(path) ?? '').matchAll(/docs\/specification\.md(?:\]|\))? "([^"]+)"/g)].map(
        ([, heading = '']) => ({ path, heading }),
      ),
    )
    expect(cited.length).toBeGreaterThan(40)
    expect(cited.filter(({ heading }) => !headings.has(heading))).toEqual([])
  })

  it('the specification is cited by its path', () => {
    expect(found(/\bspecification, "[^"]+"/gi)).toEqual([])
  })

  it('paths of documents in sources exist', () => {
    const cited = found(/(?<![\w/.-])(docs\/[\w/-]+\.(?:md|ya?ml))\b/g, sources)
    const missing = cited.filter((one) => !existsSync(join(project, one.split(': ')[1] ?? '')))
    expect(missing).toEqual([])
  })

  it('paths of code in backticks exist', () => {
    const cited = found(/`((?:lib|app|tests|bench|prisma)\/[\w()[\]./-]+)`/g)
    expect(cited.length).toBeGreaterThan(100)
    const missing = cited.filter((one) => !existsSync(join(project, one.split(': ')[1] ?? '')))
    expect(missing).toEqual([])
  })
})
