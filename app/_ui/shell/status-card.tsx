import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { CardHeading } from './card-heading.tsx'
import { CardPage } from './card-page.tsx'

const colours = {
  success: 'bg-success/20',
  warning: 'bg-warning/25',
  danger: 'bg-error/15',
  neutral: 'bg-base-content/10',
} as const

interface StatusCardProps {
  readonly id: string
  /** Title of the document. Default: the heading. */
  readonly title?: string
  readonly heading: string
  readonly icon: LucideIcon
  readonly tone: keyof typeof colours
  readonly message: ReactNode
  readonly children?: ReactNode
}

/** A page that reports a status: an icon, a heading, a sentence. */
export function StatusCard({ id, title, heading, icon: Icon, tone, ...rest }: StatusCardProps) {
  return (
    <CardPage id={id} title={title ?? heading}>
      <CardHeading
        title={heading}
        above={
          <span className={`mb-3 grid size-14 place-items-center rounded-full ${colours[tone]}`}>
            <Icon className="size-7" strokeWidth={1.75} aria-hidden="true" />
          </span>
        }
      >
        <p className="max-w-full text-muted [overflow-wrap:anywhere]">{rest.message}</p>
      </CardHeading>
      {rest.children}
    </CardPage>
  )
}
