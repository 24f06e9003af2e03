'use client'

import { useEffect, useState } from 'react'

/**
 * Whether a button has begun and not failed. Browsers keep a page as it was left: after the Back button it can be pressed
 * again.
 */
export function useBusy(): readonly [isBusy: boolean, setBusy: (isBusy: boolean) => void] {
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const release = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(false)
    }
    window.addEventListener('pageshow', release)
    return () => window.removeEventListener('pageshow', release)
  }, [])
  return [isBusy, setBusy]
}
