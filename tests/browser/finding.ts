import { type Page, test } from '@playwright/test'

/** What was looked at, as tests say it. */
export type Look = 'axe' | 'contrast' | 'phone' | 'large text' | 'spacing' | 'motion' | 'keyboard'

/** What a test found nothing wrong with: a line of `docs/accessibility.md` is made of these. */
export interface Finding {
  readonly look: Look
  /** Path of the address. */
  readonly path: string
  /** The `id` of the page's main element; empty in the console, where the path tells pages apart. */
  readonly id: string
  /** What the page showed besides itself: a dialog, a message, fields that are wrong. */
  readonly shows: readonly string[]
  readonly language: string
  /** Empty where the page is light or dark as the system asks. */
  readonly theme: string
  /** Rules of axe that held somewhere on the page, and those it left to people. */
  readonly rules?: { readonly held: number; readonly undecided: readonly string[] }
}

export const findingType = 'accessibility'

/** Notes in the test's result that nothing was found wrong with the page as it stands. */
export async function note(page: Page, look: Look, rules?: Finding['rules']): Promise<void> {
  const seen = await page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].some(
        (element) => element.checkVisibility() && element.innerText.trim() !== '',
      )
    const shows: [kind: string, isShown: boolean][] = [
      ['a dialog', shown('dialog[open]')],
      ['a message', shown('[role=alert]')],
      ['wrong fields', document.querySelector('[aria-invalid=true]') !== null],
    ]
    return {
      path: location.pathname,
      id: document.querySelector('[id^="page-"]')?.id ?? '',
      language: document.documentElement.lang,
      theme: document.documentElement.dataset.theme ?? '',
      shows: shows.filter(([, isShown]) => isShown).map(([kind]) => kind),
    }
  })
  const finding: Finding = { look, ...seen, ...(rules ? { rules } : {}) }
  test.info().annotations.push({ type: findingType, description: JSON.stringify(finding) })
}
