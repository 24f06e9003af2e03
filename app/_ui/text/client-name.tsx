import Link from 'next/link'
import type { ClientNames } from './client-names.ts'

interface ClientNameProps {
  readonly identifier: string
  readonly names: ClientNames
  /** The client's page, for visitors who may open it. */
  readonly href?: string | undefined
}

/** A client's display name with its identifier below; the identifier alone if it has no name. */
export function ClientName({ identifier, names, href }: ClientNameProps) {
  const name = names.get(identifier)
  const known = <bdi className="font-medium [overflow-wrap:anywhere]">{name || identifier}</bdi>
  const heading = href ? (
    <Link href={href} prefetch={false} className="text-link">
      {known}
    </Link>
  ) : (
    known
  )
  if (!name) return heading
  return (
    <>
      <span className="block">{heading}</span>
      <span className="block font-mono text-muted text-xs [overflow-wrap:anywhere]">
        <bdi>{identifier}</bdi>
      </span>
    </>
  )
}
