import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  /** The button that makes the first entry, or clears the search. */
  readonly children?: ReactNode
}

/** Replaces an empty list: explains its purpose and the next step. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      <Icon aria-hidden="true" />
      <b className="[overflow-wrap:anywhere]">{title}</b>
      <p className="max-w-md text-pretty">{text}</p>
      {children && <div className="ui-actions justify-center">{children}</div>}
    </div>
  )
}
