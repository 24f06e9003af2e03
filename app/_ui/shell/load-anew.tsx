'use client'

import { useEffect } from 'react'

/** Reloads a page that the browser kept and shows again after Back: its visitor may have signed out meanwhile. */
export function LoadAnew() {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  return null
}
