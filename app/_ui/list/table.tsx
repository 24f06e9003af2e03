import type { ReactNode } from 'react'

interface TableProps {
  readonly id?: string
  /**
   * On phones a list: the cell `ui-primary` stands above the cells `keep`, and the others are hidden. Default: a table
   * that scrolls by itself.
   */
  readonly isStackable?: boolean
  /** The cell `ui-primary` takes what the others leave and cuts its text. */
  readonly isFit?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** The table of a list, with 40 px rows. */
export function Table({ id, isStackable, isFit, className = '', children }: TableProps) {
  const looks = [isStackable && 'ui-stackable', isFit && 'ui-fit', className].filter(Boolean)
  return (
    <table id={id} className={`ui-table ${looks.join(' ')}`}>
      {children}
    </table>
  )
}

/** The frame of a list that is the page's content: its table and its foot, or what replaces them. */
export function TableFrame({
  id,
  children,
}: {
  readonly id?: string
  readonly children: ReactNode
}) {
  return (
    <div id={id} className="ui-table-wrap mb-5">
      {children}
    </div>
  )
}
