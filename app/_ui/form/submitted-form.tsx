'use client'

import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { type FormState, newForm, type SubmittedForm } from './form-state.ts'

const SubmittedContext = createContext<SubmittedForm | null>(null)

interface SubmittedFormProviderProps {
  /** The form that this page answers; null if the page answers none. */
  readonly submitted: SubmittedForm | null
  /** The page's own address. */
  readonly address: string
  readonly children: ReactNode
}

/** Passes a form that was sent without scripts, and its result, to the form on the page that answers it. */
export function SubmittedFormProvider(props: SubmittedFormProviderProps) {
  const { submitted, address, children } = props
  useEffect(() => {
    // The browser may have sent the form before its scripts began. Its address is then that of the route file.
    if (submitted) window.history.replaceState(null, '', address)
  }, [submitted, address])
  return <SubmittedContext value={submitted}>{children}</SubmittedContext>
}

/** The result of the form with this action, if the page answers it. */
export function useSubmitted(action: string): FormState {
  const submitted = useContext(SubmittedContext)
  return submitted?.action === action ? submitted.state : newForm
}
