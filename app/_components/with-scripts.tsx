'use client'

import type { ReactNode } from 'react'
import { useScripts } from './use-scripts.ts'

/** What would do nothing without scripts: shown once they run. */
export function WithScripts({ children }: { readonly children: ReactNode }) {
  return useScripts() ? children : null
}
