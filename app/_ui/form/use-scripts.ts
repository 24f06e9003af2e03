'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML, true once scripts run. */
export function useScripts(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
