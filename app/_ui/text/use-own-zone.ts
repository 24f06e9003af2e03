'use client'

import { useEffect, useState } from 'react'

/**
 * The visitor's time zone.
 * @param first of the first HTML, before the browser's own is known
 */
export function useOwnZone(first: string): string {
  const [zone, setZone] = useState(first)
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return zone
}
