import type { ReactNode } from 'react'

interface CardTitleProps {
  readonly title: ReactNode
  /** The application's tile, before the title. */
  readonly tile?: ReactNode
  /** A sentence or two below the title. */
  readonly children?: ReactNode
}

/** The top of a card: what the page is about. */
export function CardTitle({ title, tile, children }: CardTitleProps) {
  return (
    <div className="ui-card-title">
      {tile}
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  )
}
