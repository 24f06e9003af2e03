'use client'

/**
 * Puts a text on the clipboard. Browsers hide theirs from pages without a secure context, as those of
 * a server in one's own network reached by plain http; an old way works there too.
 * @param near where the text may stand for a moment: elsewhere an open dialog keeps it from being selected
 * @returns whether it was copied
 */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text, near)
  }
}

function copySelected(text: string, near: HTMLElement): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.setAttribute('aria-hidden', 'true')
  area.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0'
  near.after(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    near.focus()
  }
}
