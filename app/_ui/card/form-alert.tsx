import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { formErrorId } from './field.tsx'

interface FormAlertProps {
  readonly message: ReactNode
  /** The message takes the focus: screen readers do not announce an alert that is there on load. */
  readonly startsHere?: boolean
}

/** The reason for the last refusal if it is about no field, shown above the submit button. */
export function FormAlert({ message, startsHere = false }: FormAlertProps) {
  if (!message) return null
  return (
    <Notice kind="danger" id={formErrorId} alert startsHere={startsHere}>
      {message}
    </Notice>
  )
}
