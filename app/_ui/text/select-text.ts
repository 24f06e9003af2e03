'use client'

/**
 * Selects the shown value that a copy button stands beside, so that the keyboard can copy it.
 * @returns whether the value was found
 */
export function selectBeside(button: HTMLElement, value: string): boolean {
  const place = holderOf(button, value)
  const selection = window.getSelection()
  if (!place || !selection) return false
  selection.selectAllChildren(place)
  return true
}

/** The smallest element around or beside the button that shows exactly the value. */
function holderOf(button: HTMLElement, value: string): Element | undefined {
  const wanted = bare(value)
  for (let around = button.parentElement; around; around = around.parentElement) {
    const found = [...around.querySelectorAll('*')].findLast(
      (one) => !one.contains(button) && bare(one.textContent) === wanted,
    )
    if (found) return found
    if (around.matches('dialog, section, main')) return undefined
  }
  return undefined
}

/** A key is shown in groups, and a long value breaks. */
function bare(text: string): string {
  return text.replaceAll(/\s/g, '')
}
