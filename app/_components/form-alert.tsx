import { Notice } from './notice.tsx'

/** Id of the message of a form, named by the fields it is about. */
export const formAlertId = 'form-error'

interface FormAlertProps {
  readonly message: string | undefined
  /** It is about no field: it has the focus itself, as a page that opens with it does not announce it. */
  readonly startsHere?: boolean
}

/** Why the last attempt was refused; stands above the submit button. */
export function FormAlert({ message, startsHere = false }: FormAlertProps) {
  if (!message) return null
  return (
    <Notice kind="danger" id={formAlertId} alert startsHere={startsHere}>
      {message}
    </Notice>
  )
}
