import { EmailAddress } from './email-address.tsx'

interface EmailInTextProps {
  readonly email: string
  /** The text, with the email in it. */
  readonly text: string
  /** Absent: it stands out from the words around it. */
  readonly className?: string
}

/**
 * A text that names an address, which is what its reader has to check: it is set off, and keeps its own direction
 * wherever the sentence of a language puts it. A text of an installation may go without it.
 */
export function EmailInText({
  email,
  text,
  className = 'font-medium text-base-content',
}: EmailInTextProps) {
  const at = text.indexOf(email)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <EmailAddress email={email} className={className} />
      {text.slice(at + email.length)}
    </>
  )
}
