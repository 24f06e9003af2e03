import { type Page, test } from '@playwright/test'

/**
 * Waits until scripts have taken over a page's controls; returns at once when scripts are off. On a busy
 * machine this is later than the load event. Until then, forms are sent as without scripts and inputs have no
 * effect on each other.
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
