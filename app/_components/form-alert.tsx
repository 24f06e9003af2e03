import { Notice } from './notice.tsx'

/** Id of the message of a form, named by the fields it is about. */
export const formAlertId = 'form-error'

/** Why the last attempt was refused; stands above the submit button. */
export function FormAlert({ message }: { readonly message: string | undefined }) {
  if (!message) return null
  return (
    <Notice kind="danger" id={formAlertId} alert>
      {message}
    </Notice>
  )
}
