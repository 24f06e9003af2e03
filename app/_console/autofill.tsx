'use client'

import { createContext, type ReactNode, useContext } from 'react'

const SomebodyElseContext = createContext(false)

/** Around fields that are about somebody else: browsers would fill in the visitor's own name, address and number. */
export function AboutSomebodyElse({ children }: { readonly children: ReactNode }) {
  return <SomebodyElseContext value={true}>{children}</SomebodyElseContext>
}

/**
 * What a field tells browsers to fill into it (`autocomplete`): nothing if it is about somebody else, whose password
 * is a new one all the same.
 * @param token of a field about the visitor (WCAG 1.3.5)
 */
export function useAutofill(token: string | undefined): string | undefined {
  const isAboutSomebodyElse = useContext(SomebodyElseContext)
  return isAboutSomebodyElse && token !== 'new-password' ? 'off' : token
}
