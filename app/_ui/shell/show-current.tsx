'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** Scrolls a row of tabs that is wider than the window to the current one. */
export function ShowCurrent({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const current = box.current?.querySelector('[aria-current]')
    const row = current?.parentElement
    if (!row || row.scrollWidth <= row.clientWidth) return
    const { left, width } = current.getBoundingClientRect()
    const { left: start, width: room } = row.getBoundingClientRect()
    row.scrollLeft += left - start - (room - width) / 2
  })
  return (
    <div ref={box} className="contents">
      {children}
    </div>
  )
}
