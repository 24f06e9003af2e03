import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  info: { icon: Info, colours: 'border-line bg-base-200' },
  warning: { icon: TriangleAlert, colours: 'border-warning-line bg-warning-fill' },
  danger: { icon: CircleAlert, colours: 'border-danger-line bg-danger-fill' },
} as const

interface NoticeProps {
  readonly kind: keyof typeof looks
  readonly id?: string
  /** Told at once by screen readers when it appears. */
  readonly alert?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A short remark with an icon; the colour only repeats what the words say. */
export function Notice({ kind, id, alert = false, className = '', children }: NoticeProps) {
  const { icon: Icon, colours } = looks[kind]
  return (
    <div
      id={id}
      role={alert ? 'alert' : undefined}
      className={`flex gap-3 rounded-field border px-3.5 py-3 text-start text-sm leading-snug ${colours} ${className}`}
    >
      <Icon className="mt-px size-4.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}
