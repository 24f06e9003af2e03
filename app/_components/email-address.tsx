import { Breakable } from './breakable.tsx'

interface EmailAddressProps {
  readonly email: string
  readonly className?: string | undefined
}

/** An address in its own direction: broken in the middle of a word it would look misspelt. */
export function EmailAddress({ email, className }: EmailAddressProps) {
  return (
    <bdi className={className}>
      <Breakable text={email} after="@" />
    </bdi>
  )
}
