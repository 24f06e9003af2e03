import { shownEmail } from '#lib/domain/email/email-form.ts'
import { AddressInText } from './address-in-text.tsx'

interface EmailInTextProps {
  readonly email: string
  /** Must contain the email. */
  readonly text: string
  /** Default: emphasised. */
  readonly className?: string
}

/** A text that names an email, with its domain in Unicode. Server components only, like `EmailAddress`. */
export function EmailInText({ email, text, ...props }: EmailInTextProps) {
  const address = shownEmail(email)
  return <AddressInText {...props} address={address} text={text.replace(email, () => address)} />
}
