import { Breakable } from './breakable.tsx'

interface AddressProps {
  /** As it is shown. */
  readonly address: string
  readonly className?: string
}

/**
 * An address in its own direction. Broken in the middle of a word it would look misspelt, so that happens only to a
 * part that is longer than the line.
 */
export function Address({ address, className = '' }: AddressProps) {
  return (
    <bdi className={`[overflow-wrap:anywhere] ${className}`}>
      <Breakable text={address} after="@" />
    </bdi>
  )
}

interface AddressInTextProps extends AddressProps {
  /** The text, with the address in it. */
  readonly text: string
}

/**
 * A text that names an address, which is what its reader has to check: it is set off, and keeps its own direction
 * wherever the sentence of a language puts it. A text of an installation may go without it.
 */
export function AddressInText({
  address,
  text,
  className = 'font-medium text-base-content',
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
