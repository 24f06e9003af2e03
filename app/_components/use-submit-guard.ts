'use client'

import { useEffect, useRef, useState } from 'react'

/** Lets a form be sent once; a page that comes back by the Back button may send it again. */
export interface SubmitGuard {
  /** The form is being sent, by the button of this id (empty: by another way). */
  readonly busy: string | undefined
  /** Claims the one sending. False: it is under way already. */
  readonly claim: (button?: string) => boolean
}

/** Guards a form against being sent twice. */
export function useSubmitGuard(): SubmitGuard {
  const [busy, setBusy] = useState<string>()
  const claimed = useRef(false)

  useEffect(() => {
    const release = () => {
      claimed.current = false
      setBusy(undefined)
    }
    window.addEventListener('pageshow', release)
    return () => window.removeEventListener('pageshow', release)
  }, [])

  const claim = (button = '') => {
    if (claimed.current) return false
    claimed.current = true
    setBusy(button)
    return true
  }
  return { busy, claim }
}
