import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { startingAt } from '#app/_ui/text/starting-at.ts'

const looks = {
  info: { icon: Info, colours: 'border-line bg-base-200' },
  success: { icon: CircleCheck, colours: 'border-success/50 bg-success/15' },
  warning: { icon: TriangleAlert, colours: 'border-warning-line bg-warning-fill' },
  danger: { icon: CircleAlert, colours: 'border-danger-line bg-danger-fill' },
} as const

interface NoticeProps {
  readonly kind: keyof typeof looks
  readonly id?: string
  /** Screen readers announce the notice when it appears. */
  readonly alert?: boolean
  /** The main content of the page: takes the focus on load. */
  readonly startsHere?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A short message with an icon; the colour only repeats the words. */
export function Notice(props: NoticeProps) {
  const { kind, id, alert = false, startsHere = false, className = '', children } = props
  const { icon: Icon, colours } = looks[kind]
  return (
    <div
      id={id}
      role={alert ? 'alert' : undefined}
      {...(startsHere && { ...startingAt(true), tabIndex: -1 })}
      className={`flex gap-3 rounded-field border px-3.5 py-3 text-start text-sm leading-snug outline-none ${colours} ${className}`}
    >
      <Icon className="mt-px size-4.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}
