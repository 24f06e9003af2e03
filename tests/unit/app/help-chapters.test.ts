import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { chapterAddresses, chapterOf } from '#app/_ui/shell/help-chapters.ts'
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

test('the pages of a record have the chapter of their list, and other pages a general one', () => {
  expect(chapterOf('/admin/clients/7/redirect-uris')).toBe('/docs/concepts#client')
  expect(chapterOf('/admin/settings/keys')).toBe('/docs/administer#signing-keys')
  expect(chapterOf('/admin/dashboard')).toBe('/docs/administer#the-console')
})
