'use client'

import type { ReactNode } from 'react'
import { useScripts } from './use-scripts.ts'

/** Shows its children only once scripts run, for controls that need them. */
export function WithScripts({ children }: { readonly children: ReactNode }) {
  return useScripts() ? children : null
}
