'use client'

import { useEffect } from 'react'

/** In the browser's storage of this tab: when it loaded a page again, and which one. */
const key = 'reloaded'

/** A page that fails again within this time is not loaded once more. */
const againMs = 60_000

/**
 * Loads the page itself when a script of it cannot be loaded: after an upgrade, those of the former release are gone.
 * Once only, since the reason may be another one.
 */
export function useReloadOnce({ name }: Error): void {
  useEffect(() => {
    if (name !== 'ChunkLoadError') return
    const here = window.location.href
    if (wasReloaded(here)) return
    window.location.reload()
  }, [name])
}

/** Notes that this page is loaded again now; true if it just was. */
function wasReloaded(here: string): boolean {
  try {
    const [time, address] = (sessionStorage.getItem(key) ?? '').split(' ')
    if (address === here && Date.now() - Number(time) < againMs) return true
    sessionStorage.setItem(key, `${Date.now()} ${here}`)
    return false
  } catch {
    // Without storage nothing would stop it.
    return true
  }
}
