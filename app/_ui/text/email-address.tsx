import { shownEmail } from '#lib/domain/email/email-form.ts'
import { Address } from './address-in-text.tsx'

interface EmailAddressProps {
  readonly email: string
  readonly className?: string
}

/** An address with its domain in Unicode. Server components only: browsers do not decode `xn--`. */
export function EmailAddress({ email, className = '' }: EmailAddressProps) {
  return <Address address={shownEmail(email)} className={className} />
}
