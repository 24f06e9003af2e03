'use client'

import { useEffect } from 'react'
import { isComposing } from '#app/_ui/form/is-composing.ts'
import { isSingleKey } from '#app/_ui/shell/key-press.ts'

export const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/**
 * Opens the palette: by Ctrl K, on Apple systems by ⌘K; by `/` on pages without a search of their own; and by a click
 * on what is marked `data-palette`.
 */
export function usePaletteKeys(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isOpener(event)) return
      event.preventDefault()
      open()
    }
    const onClick = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      if (!(event.target as Element).closest('[data-palette]')) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onClick)
    }
  }, [open])
}

function isOpener(event: KeyboardEvent): boolean {
  if (isComposing(event) || event.repeat || document.querySelector('dialog:modal')) return false
  if (event.key === '/') return isSingleKey(event) && !document.getElementById('search')
  const { metaKey, ctrlKey, altKey, shiftKey } = event
  const isPressed = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return event.key.toLowerCase() === 'k' && isPressed && !altKey && !shiftKey
}
