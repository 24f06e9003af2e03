import { Notice } from '#app/_ui/feedback/notice.tsx'

/** Id of a form's message, for `aria-describedby` of the fields concerned. */
export const formAlertId = 'form-error'

interface FormAlertProps {
  readonly message: string | undefined
  /**
   * The message is about no field and takes the focus: screen readers do not announce an alert that is there on load.
   */
  readonly startsHere?: boolean
}

/** The reason for the last refusal, shown above the submit button. */
export function FormAlert({ message, startsHere = false }: FormAlertProps) {
  if (!message) return null
  return (
    <Notice kind="danger" id={formAlertId} alert startsHere={startsHere}>
      {message}
    </Notice>
  )
}
