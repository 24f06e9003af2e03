import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** An error, announced by screen readers at once. */
export function FormProblem({
  text,
  children,
}: {
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <div role="alert" className="ui-notice ui-notice-danger">
      <CircleAlert aria-hidden="true" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}
