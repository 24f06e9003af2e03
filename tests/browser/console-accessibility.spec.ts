import { expectNobodyLeftOut } from './accessible.ts'
import { consoleParts } from './all-pages.ts'
import { anAdministrator, openConsole } from './console.ts'
import { consolePages } from './console-pages.ts'
import { expectPasswordsNamed } from './fields.ts'
import { test } from './fixtures.ts'
import { expectNothingHidden } from './hidden-sideways.ts'
import { tabThrough } from './keyboard.ts'

for (const part of consoleParts) {
  // One visit for both rules: opening a page takes as long as checking it.
  test(`nobody is left out by the pages of ${part}, and nothing is hidden at their side on a desktop @scripts`, async ({
    page,
    store,
  }) => {
    test.slow()
    const visitor = await anAdministrator(store, 'manage')
    const pages = await consolePages(store, visitor)
    const [first = '', ...others] = pages.filter((path) => path.match(part))
    await openConsole(page, visitor, first)
    await expectNothingHidden(page)
    await expectNobodyLeftOut(page)
    await tabThrough(page)
    for (const path of others) {
      await page.goto(path)
      await expectNothingHidden(page)
      await expectNobodyLeftOut(page)
      if (path.startsWith('/account/')) await expectPasswordsNamed(page)
      // The header and the menu are the same on every page.
      await tabThrough(page, '#content')
    }
  })
}
