import type { ReactNode } from 'react'

/** Several forms of a page of settings, each with its own button, below one another. */
export function Forms({ children }: { readonly children: ReactNode }) {
  return (
    <div className="max-w-240 divide-y divide-line *:not-first:pt-6 *:not-last:pb-4">
      {children}
    </div>
  )
}
