import type { LucideIcon } from 'lucide-react'
import { Children, type ReactNode } from 'react'

interface CardProps {
  readonly title?: string
  readonly intro?: ReactNode
  readonly id?: string
  /** At the end of the title's line. */
  readonly actions?: ReactNode
  /** The content, such as a table, reaches the edges. */
  readonly flush?: boolean
  readonly children: ReactNode
}

/** Classes of a table in a card: its outer columns align with the title and the pagination. */
export const tableInCard =
  'table [&_:is(td,th):first-child]:ps-5 [&_:is(td,th):last-child]:pe-5 sm:[&_:is(td,th):first-child]:ps-6 sm:[&_:is(td,th):last-child]:pe-6'

/** The same for a table whose cells stack on narrow screens. */
export const stackingTable = `${tableInCard} max-xl:block max-xl:[&_td]:border-0 max-xl:[&_tr:not(:last-child)]:border-line max-xl:[&_tr:not(:last-child)]:border-b`
/** Classes of its cells. */
export const stackingCell = 'max-xl:block max-xl:px-5 max-xl:py-1 sm:max-xl:px-6'

/** A section of a page. */
export function Card({ title, intro, id, actions, flush = false, children }: CardProps) {
  const headingId = title && id ? `${id}-title` : undefined
  const hasBody = Children.toArray(children).length > 0
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="mb-6 min-w-0 rounded-box border border-line bg-base-100"
    >
      {title && (
        <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5 last:pb-5 sm:px-6 sm:last:pb-6">
          {/* A long introduction makes room for the actions beside it. */}
          <div className={`min-w-0 ${intro ? 'sm:flex-1 sm:basis-48' : ''}`}>
            <h2 id={headingId} className="font-semibold">
              {title}
            </h2>
            {intro && <div className="mt-1 max-w-2xl text-pretty text-muted text-sm">{intro}</div>}
          </div>
          {actions}
        </div>
      )}
      {hasBody && <div className={flush ? 'overflow-x-auto pt-2' : 'p-5 sm:p-6'}>{children}</div>}
    </section>
  )
}

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

/** Replaces an empty list: explains its purpose and the next step. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-base-content/7">
        <Icon className="size-6" strokeWidth={1.75} aria-hidden="true" />
      </span>
      <p className="font-medium">{title}</p>
      <p className="mt-1 max-w-md text-pretty text-muted text-sm">{text}</p>
      {children && <div className="mt-5">{children}</div>}
    </div>
  )
}

const badgeTones = {
  neutral: 'border-line bg-base-content/7',
  success: 'border-success/40 bg-success/15',
  warning: 'border-warning-line bg-warning-fill',
  danger: 'border-danger-line bg-danger-fill',
} as const

interface BadgeProps {
  readonly tone?: keyof typeof badgeTones
  readonly children: ReactNode
}

/** A state in one word. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 font-medium text-xs ${badgeTones[tone]}`}
    >
      {children}
    </span>
  )
}
