import type { ReactNode } from 'react'

interface WayOnProps {
  readonly id?: string
  readonly href: string
  /** The next step; other ways on are outlined. At most one on a page. */
  readonly isPrimary?: boolean | undefined
  /** Leads to another site, which does not receive this page's address. */
  readonly isElsewhere?: boolean
  readonly children: ReactNode
}

/** A link that looks like a button as wide as the card. */
export function WayOn({ id, href, isPrimary, isElsewhere, children }: WayOnProps) {
  return (
    <a
      id={id}
      href={href}
      rel={isElsewhere ? 'noreferrer' : undefined}
      className={`btn btn-lg btn-block py-2 [overflow-wrap:anywhere] ${isPrimary ? 'btn-primary' : ''}`}
    >
      {children}
    </a>
  )
}
