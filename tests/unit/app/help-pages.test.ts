import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { chapterAddresses, helpOf } from '#app/_ui/shell/help-pages.ts'
import { adminPages } from '#app/admin/_parts/admin-pages.ts'
import { readCatalog, renderPage } from '#lib/documents/render.ts'

const catalog = readCatalog(join(import.meta.dirname, '..', '..', '..', 'docs'))

describe('every chapter that the help names exists:', () => {
  it.each(chapterAddresses)('%s', (address) => {
    const [path, anchor] = address.split('#')
    const file = [...catalog.pages].find(([, page]) => page === path)?.[0] ?? ''
    const { html } = renderPage(catalog, file)
    if (anchor) expect(html).toContain(` id="${anchor}"`)
  })
})

const inRail = adminPages.flatMap(({ pages }) => pages)

describe('every page of the rail has a text of its own in the help:', () => {
  it.each(inRail)('$name', ({ name, href }) => {
    expect(helpOf(href).name).toBe(name)
  })
})

describe('so do the pages that belong to it:', () => {
  it.each(inRail.flatMap(({ covers = [] }) => covers))('%s', (address) => {
    expect(helpOf(address).name).not.toBe('other')
  })
})

test('the pages of a record have the chapter of their list, and other pages a general one', () => {
  expect(helpOf('/admin/clients/7/redirect-uris').chapter).toBe('/docs/concepts#client')
  expect(helpOf('/admin/settings/keys').chapter).toBe('/docs/administer#signing-keys')
  expect(helpOf('/admin/not-allowed')).toEqual({
    name: 'other',
    chapter: '/docs/administer#the-console',
  })
})
