import { shownEmail } from '#lib/domain/email-form.ts'
import { AddressInText } from './address-in-text.tsx'

interface EmailInTextProps {
  readonly email: string
  /** The text, with the email in it. */
  readonly text: string
  /** Absent: it stands out from the words around it. */
  readonly className?: string
}

/** A text that names an email, with its domain in Unicode. Only for the server, as `EmailAddress`. */
export function EmailInText({ email, text, ...props }: EmailInTextProps) {
  const address = shownEmail(email)
  return <AddressInText {...props} address={address} text={text.replace(email, () => address)} />
}
