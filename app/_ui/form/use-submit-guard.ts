'use client'

import { useEffect, useRef, useState } from 'react'

/** Lets a form be sent once; a page restored by the Back button may send it again. */
export interface SubmitGuard {
  /** Id of the button that is sending the form; '' when no button sent it, undefined when idle. */
  readonly busy: string | undefined
  /** Claims the one submission; false if one is already in progress. */
  readonly claim: (button?: string) => boolean
}

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
