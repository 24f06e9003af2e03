import { shownEmail } from '#lib/domain/email-form.ts'
import { Breakable } from './breakable.tsx'

interface EmailAddressProps {
  readonly email: string
  readonly className?: string
}

/**
 * An address in its own direction, its domain in Unicode. Broken in the middle of a word it would look misspelt, so that happens only to a
 * part that is longer than the line.
 */
export function EmailAddress({ email, className = '' }: EmailAddressProps) {
  return (
    <bdi className={`[overflow-wrap:anywhere] ${className}`}>
      <Breakable text={shownEmail(email)} after="@" />
    </bdi>
  )
}
