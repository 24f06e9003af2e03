import Link from 'next/link'
import type { ReactNode } from 'react'

interface RecordCellProps {
  /** Null for a record that the visitor may not open. */
  readonly href: string | null
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
  const content = (
    <>
      {picture}
      <span className="min-w-0 truncate max-sm:whitespace-normal" title={inFull}>
        {children}
      </span>
      {badge}
    </>
  )
  return (
    <td className="ui-primary">
      {href === null ? (
        <span className="ui-main-cell">{content}</span>
      ) : (
        <Link href={href} prefetch={false} className="ui-main-cell after:absolute after:inset-0">
          {content}
        </Link>
      )}
    </td>
  )
}
