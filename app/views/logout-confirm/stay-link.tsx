'use client'

import type { MouseEvent, ReactNode } from 'react'

/** Declines the sign-out and goes back; without scripts, it leads to the account. */
export function StayLink({ children }: { readonly children: ReactNode }) {
  const goBack = (event: MouseEvent) => {
    // A new tab has no history to go back to.
    if (window.history.length < 2) return
    event.preventDefault()
    window.history.back()
  }
  return (
    <a id="logout-cancel" href="/account/overview" onClick={goBack} className="btn btn-lg">
      {children}
    </a>
  )
}
