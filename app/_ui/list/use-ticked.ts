'use client'

import { useSyncExternalStore } from 'react'

/** The check boxes of a table's rows. */
export function boxesOf(table: string): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`#${table} tbody input[name=id]`)]
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('change', changed)
  const rows = new MutationObserver(changed)
  const content = document.getElementById('content')
  if (content) rows.observe(content, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('change', changed)
    rows.disconnect()
  }
}

/** How many rows of a table are ticked, and how many it has. The boxes themselves hold the state. */
export function useTicked(table: string): { readonly ticked: number; readonly rows: number } {
  const text = useSyncExternalStore(
    subscribe,
    () => {
      const boxes = boxesOf(table)
      return `${boxes.filter(({ checked }) => checked).length} ${boxes.length}`
    },
    () => '0 0',
  )
  const [ticked = 0, rows = 0] = text.split(' ').map(Number)
  return { ticked, rows }
}
