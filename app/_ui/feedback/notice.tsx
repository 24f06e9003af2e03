import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { startingAt } from '#app/_ui/text/starting-at.ts'

const looks = {
  info: { icon: Info, look: 'ui-notice-info' },
  success: { icon: CircleCheck, look: 'ui-notice-success' },
  warning: { icon: TriangleAlert, look: 'ui-notice-warning' },
  danger: { icon: CircleAlert, look: 'ui-notice-danger' },
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
  const { icon: Icon, look } = looks[kind]
  return (
    <div
      id={id}
      role={alert ? 'alert' : undefined}
      {...(startsHere && { ...startingAt(true), tabIndex: -1 })}
      className={`ui-notice text-start outline-none ${look} ${className}`}
    >
      <Icon aria-hidden="true" />
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}
