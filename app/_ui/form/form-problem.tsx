import { TriangleAlert } from 'lucide-react'
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
    <div
      role="alert"
      className="flex items-start gap-3 rounded-field border border-danger-line bg-danger-fill px-4 py-3 text-sm"
    >
      <TriangleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}
