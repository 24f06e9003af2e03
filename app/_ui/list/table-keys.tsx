'use client'

import { useEffect } from 'react'
import { isComposing } from '#app/_ui/form/is-composing.ts'
import { isSingleKey } from '#app/_ui/shell/key-press.ts'

/** Keys of a table: the arrows move between rows, `x` ticks one, and a right click opens its menu. */
export function TableKeys({ table }: { readonly table: string }) {
  useEffect(() => {
    const rowOf = (target: EventTarget | null) =>
      (target as HTMLElement | null)?.closest<HTMLElement>(`#${table} tbody tr`) ?? null
    const onKey = (event: KeyboardEvent) => {
      const row = rowOf(event.target)
      if (!row || isComposing(event)) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if ((event.target as HTMLElement).closest('[popover]') || hasModifier(event)) return
        const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
        next?.querySelector<HTMLElement>('.ui-main-cell')?.focus()
        event.preventDefault()
      } else if (event.key === 'x' && isSingleKey(event)) {
        row.querySelector<HTMLInputElement>('input[name=id]')?.click()
      }
    }
    const onMenu = (event: MouseEvent) => {
      const row = rowOf(event.target)
      const button = row?.querySelector<HTMLElement>('button[popovertarget]')
      if (!button || (event.target as HTMLElement).closest('[popover]') || event.shiftKey) return
      event.preventDefault()
      button.click()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('contextmenu', onMenu)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('contextmenu', onMenu)
    }
  }, [table])
  return null
}

function hasModifier({ ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || altKey || metaKey || shiftKey
}
