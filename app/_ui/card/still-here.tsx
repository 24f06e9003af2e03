'use client'

import { type ReactNode, useEffect, useState } from 'react'

/**
 * After this time, a browser that still shows the page did not follow the answer: some stop at another app's address.
 */
const delayMs = 5_000

interface StillHereProps {
  /** The form was sent and not answered yet. */
  readonly busy: boolean
  /** Opens this page again, which continues the sign-in. */
  readonly children: ReactNode
}

/** After a while, offers the way on from a page whose form still seems to be sending. */
export function StillHere({ busy, children }: StillHereProps) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [busy])
  return (
    <p role="status" className="text-center text-[0.875rem] text-muted empty:hidden">
      {busy && late && children}
    </p>
  )
}
