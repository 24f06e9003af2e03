import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCatalog, renderPage, renderSearch } from '#lib/documents/render.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'docs')
const catalog = readCatalog(folder)
const pages = new Map([...catalog.pages].map(([file, path]) => [path, renderPage(catalog, file)]))

function addressesIn(html: string): string[] {
  return [...html.matchAll(/<[a-z][^<>]* (?:href|src)="([^"]*)"/g)].map(
    ([, address = '']) => address,
  )
}

function exists(address: string, from: string): boolean {
  const [path = '', anchor] = address.split('#')
  const page = pages.get(path || from)
  if (!page) return catalog.files.includes(path.replace('/docs/', ''))
  return anchor === undefined || page.html.includes(` id="${anchor}"`)
}

describe('the menu of the documentation', () => {
  it('has sections of guides, reference and operation, and none of the repository', () => {
    const titles = catalog.sections.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Concepts', 'Guides', 'Reference', 'Operate']))
    expect(titles).not.toContain('In the repository')
  })

  it('leads to each page once', () => {
    const links = catalog.sections.flatMap((section) => section.links.map(({ href }) => href))
    expect(new Set(links).size).toBe(links.length)
    expect(new Set(['/docs', ...links])).toEqual(new Set(catalog.pages.values()))
  })

  it('shows no record of a decision', () => {
    expect([...catalog.pages.keys()].filter((file) => file.startsWith('decisions/'))).toEqual([])
  })
})

describe.each([...pages])('%s', (path, { html, title }) => {
  it('leads only to pages, anchors and files that the server shows, or to other sites', () => {
    const own = addressesIn(html).filter((address) => !/^(?:https?|mailto):/.test(address))
    expect(own.filter((address) => !exists(address, path))).toEqual([])
  })

  it('loads nothing from other sites, and brings no script or style', () => {
    expect(html).not.toMatch(/ src="(?!\/docs\/)|<script|<style| style=| on[a-z]+="/)
  })

  it('has no empty head of a column', () => {
    expect(html).not.toMatch(/<th[^>]*><\/th>/)
  })

  it('has one first heading, its title', () => {
    expect(html.match(/<h1\b/g)).toHaveLength(1)
    expect(title).not.toBe('')
  })
})

describe('a rendered page', () => {
  const { html, headings } = renderPage(catalog, 'integrate/web-application.md')

  it('frames code, names its file and colors it', () => {
    expect(html).toContain('<div class="min-w-0 grow">examples/openid-client/app.mjs</div>')
    expect(html).toContain('<span class="k">const</span>')
    expect(html).toMatch(/<pre tabindex="0" dir="ltr" translate="no">/)
  })

  it('has headings that link to themselves, as on GitHub', () => {
    expect(html).toContain('<h2 id="register"><a href="#register">Register</a></h2>')
    expect(headings).toContainEqual({ id: 'register', text: 'Register', level: 2 })
  })

  it('shows what looks like HTML as text, and no comment', () => {
    const { html: specification } = renderPage(catalog, 'specification.md')
    expect(specification).toContain("administrative scope '&#x3C;scope>'")
    expect(renderPage(catalog, 'security.md').html).not.toContain('!--')
  })

  it('names the place of a file that the server does not show', () => {
    const { html: overview } = renderPage(catalog, 'README.md')
    expect(overview).toContain('Changes (<code>CHANGELOG.md</code> in the repository)')
  })
})

describe('the search', () => {
  const entries = renderSearch(catalog)

  it('finds only sections that exist', () => {
    expect(entries.filter(({ id }) => !exists(id, ''))).toEqual([])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  })

  it('is small enough to be loaded at once', () => {
    expect(JSON.stringify(entries).length).toBeLessThan(600_000)
  })
})
