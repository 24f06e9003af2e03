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
  /** Holds a name of any length, which wraps. */
  readonly wraps?: boolean
  readonly children: ReactNode
}

/** A state in a word or two. Only what is not normal has one. */
export function Badge({ tone = 'neutral', icon: Icon, wraps = false, children }: BadgeProps) {
  return (
    <span
      className={`ui-badge ${looks[tone]} ${wraps ? 'h-auto! min-h-5 max-w-full flex-initial! whitespace-normal! py-0.5! leading-tight!' : ''}`}
    >
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </span>
  )
}
