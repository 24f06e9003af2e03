import type { ReactNode } from 'react'

interface CardHeadingProps {
  readonly title: string
  /** A logo or an icon above the title. */
  readonly above?: ReactNode
  readonly children?: ReactNode
}

/** The centred top of a card: a title and a sentence or two, in balanced lines. */
export function CardHeading({ title, above, children }: CardHeadingProps) {
  return (
    <div className="mb-7 flex flex-col items-center gap-2 text-balance text-center">
      {above}
      <h1 className="text-pretty font-semibold text-[1.375rem] leading-tight tracking-tight">
        {title}
      </h1>
      {children}
    </div>
  )
}
