import { type Page, test } from '@playwright/test'

/**
 * Waits until the scripts of a page have taken over its buttons and fields; at once where scripts are off.
 * On a machine with much to do that is later than the page is loaded. Before, a form is sent as without
 * scripts, and a choice changes nothing beside it: for tests of what scripts do.
 */
export async function scriptsBegun(page: Page): Promise<void> {
  if (test.info().project.use.javaScriptEnabled === false) return
  await page.waitForFunction(() => {
    // React's own mark on an element whose events it handles.
    const isTaken = (one: Element) =>
      Object.keys(one).some((key) => key.startsWith('__reactProps$'))
    const controls = 'form, button, select, textarea, input:not([type=hidden])'
    return (
      document.readyState === 'complete' && [...document.querySelectorAll(controls)].every(isTaken)
    )
  })
}
