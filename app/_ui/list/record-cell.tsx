import Link from 'next/link'
import type { ReactNode } from 'react'

interface RecordCellProps {
  readonly href: string
  /** An icon, an avatar or a tile. */
  readonly picture: ReactNode
  /** The name in full, for a row that cuts it. */
  readonly inFull: string
  /** Stands after the name and is never cut. */
  readonly badge?: ReactNode
  /** The name as the row shows it. */
  readonly children: ReactNode
}

/** The first cell of a row in a list of records. Its link covers the row, which must be `relative`. */
export function RecordCell({ href, picture, inFull, badge, children }: RecordCellProps) {
  return (
    <td className="ui-primary">
      <Link href={href} prefetch={false} className="ui-main-cell after:absolute after:inset-0">
        {picture}
        <span className="min-w-0 truncate max-sm:whitespace-normal" title={inFull}>
          {children}
        </span>
        {badge}
      </Link>
    </td>
  )
}
