'use client'

import type { MouseEvent, ReactNode } from 'react'

/** Leaves the question: back to where it was asked, or where scripts are off to the account. */
export function StayLink({ children }: { readonly children: ReactNode }) {
  const goBack = (event: MouseEvent) => {
    // A tab that was opened for the question has nothing to go back to.
    if (window.history.length < 2) return
    event.preventDefault()
    window.history.back()
  }
  return (
    <a
      id="logout-cancel"
      href="/account/profile"
      onClick={goBack}
      className="btn btn-block mt-3 min-h-11 text-base"
    >
      {children}
    </a>
  )
}
