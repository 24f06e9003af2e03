import { type Page, test } from '@playwright/test'

export type Look = 'axe' | 'contrast' | 'phone' | 'large text' | 'spacing' | 'motion' | 'keyboard'

/** A check without findings; each line of `docs/accessibility.md` is made of these. */
export interface Finding {
  readonly look: Look
  readonly path: string
  /** The `id` of the page's main element; empty in the console, where the path identifies the page. */
  readonly id: string
  /** Extra state that the page showed: a dialog, a message, invalid fields. */
  readonly shows: readonly string[]
  readonly language: string
  /** Empty when the page follows the system's light or dark mode. */
  readonly theme: string
  /** axe rules that passed somewhere on the page, and those that need a human decision. */
  readonly rules?: { readonly held: number; readonly undecided: readonly string[] }
}

export const findingType = 'accessibility'

/** Records in the test's result that a check of the current page had no findings. */
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
