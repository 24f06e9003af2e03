'use client'

/**
 * Copies a text to the clipboard. The clipboard API needs a secure context, which a server on plain http lacks; there a
 * fallback copies from a selected element.
 * @param near takes the temporary element as its next sibling; an open dialog blocks selection outside itself
 * @returns whether the text was copied
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
