'use client'

import { useEffect } from 'react'

/** In the browser's storage of this tab: the page that it loads again. */
const key = 'reloaded'

/**
 * Reloads the page when one of its scripts cannot be loaded: after an upgrade, scripts of the former release are gone.
 * Only once, because the reason may be another one.
 */
export function useReloadOnce({ name }: Error): void {
  useEffect(() => {
    if (name !== 'ChunkLoadError') return
    const here = window.location.href
    if (wasReloaded(here)) return
    window.location.reload()
  }, [name])
}

/** Notes that this page is loaded again now; true if it was, and failed again. */
function wasReloaded(here: string): boolean {
  try {
    const isAgain = sessionStorage.getItem(key) === here
    if (isAgain) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, here)
    return isAgain
  } catch {
    // Without storage nothing would stop it.
    return true
  }
}
