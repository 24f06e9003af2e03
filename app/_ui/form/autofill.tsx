'use client'

import { createContext, type ReactNode, useContext } from 'react'

const SomebodyElseContext = createContext(false)

/** Wraps fields about another person: browsers would fill in the visitor's own name, address and number. */
export function AboutSomebodyElse({ children }: { readonly children: ReactNode }) {
  return <SomebodyElseContext value={true}>{children}</SomebodyElseContext>
}

/**
 * The field's `autocomplete` token: `off` if the field is about another person, except for a new password.
 * @param token for a field about the visitor (WCAG 1.3.5)
 */
export function useAutofill(token: string | undefined): string | undefined {
  const isAboutSomebodyElse = useContext(SomebodyElseContext)
  return isAboutSomebodyElse && token !== 'new-password' ? 'off' : token
}
