import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface RowsProps {
  readonly id?: string
  readonly label?: string
  readonly children: ReactNode
}

/** A list in a panel: each row has a title, a hint and an action. */
export function Rows({ id, label, children }: RowsProps) {
  return (
    <ul id={id} aria-label={label} className="ui-rows empty:hidden">
      {children}
    </ul>
  )
}

interface RowProps {
  readonly id?: string
  readonly icon?: LucideIcon
  readonly title: ReactNode
  readonly hint?: ReactNode
  /** At the end of the row. */
  readonly action?: ReactNode
}

/** A row of `Rows`. */
export function Row({ id, icon: Icon, title, hint, action }: RowProps) {
  return (
    <li id={id} className="flex-wrap">
      {Icon && <Icon className="text-muted" aria-hidden="true" />}
      <div className="ui-row-text basis-48">
        <div className="ui-row-title [overflow-wrap:anywhere]">{title}</div>
        {hint && <div className="ui-hint [overflow-wrap:anywhere]">{hint}</div>}
      </div>
      {action}
    </li>
  )
}
