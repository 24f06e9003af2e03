import { Breakable } from './breakable.tsx'

interface EmailAddressProps {
  readonly email: string
  readonly className?: string
}

/**
 * An address in its own direction. Broken in the middle of a word it would look misspelt, so that happens only to a
 * part that is longer than the line.
 */
export function EmailAddress({ email, className = '' }: EmailAddressProps) {
  return (
    <bdi className={`[overflow-wrap:anywhere] ${className}`}>
      <Breakable text={email} after="@" />
    </bdi>
  )
}
