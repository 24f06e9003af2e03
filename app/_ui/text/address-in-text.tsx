import { Breakable } from './breakable.tsx'

interface AddressProps {
  /** The form to display. */
  readonly address: string
  readonly className?: string
}

/**
 * An address, isolated for text direction. A break in the middle of a word looks like a misspelling, so only a part
 * longer than the line breaks there.
 */
export function Address({ address, className = '' }: AddressProps) {
  return (
    <bdi className={`[overflow-wrap:anywhere] ${className}`}>
      <Breakable text={address} after="@" />
    </bdi>
  )
}

interface AddressInTextProps extends AddressProps {
  /** May contain the address. */
  readonly text: string
}

/**
 * A text that names an address for the reader to check. The address is highlighted and isolated for text direction, at
 * any position in the sentence. An installation's own text may omit the address.
 */
export function AddressInText({
  address,
  text,
  className = 'font-medium text-ink',
}: AddressInTextProps) {
  const at = text.indexOf(address)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <Address address={address} className={className} />
      {text.slice(at + address.length)}
    </>
  )
}
