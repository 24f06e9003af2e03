import type { ReactNode } from 'react'

interface CardHeadingProps {
  readonly title: string
  /** What stands above the title: a logo or an icon. */
  readonly above?: ReactNode
  readonly children?: ReactNode
}

/** The centred top of a card: title and a sentence or two, in lines of like length. */
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
