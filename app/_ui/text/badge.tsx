import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  neutral: '',
  success: 'ui-badge-success',
  warning: 'ui-badge-warning',
  danger: 'ui-badge-danger',
  info: 'ui-badge-info',
} as const

interface BadgeProps {
  readonly tone?: keyof typeof looks
  readonly icon?: LucideIcon
  readonly children: ReactNode
}

/** A state in a word or two. Only what is not normal has one. */
export function Badge({ tone = 'neutral', icon: Icon, children }: BadgeProps) {
  return (
    <span className={`ui-badge ${looks[tone]}`}>
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </span>
  )
}
