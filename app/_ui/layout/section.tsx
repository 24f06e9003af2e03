import type { ReactNode } from 'react'

interface SectionProps {
  readonly id?: string
  readonly title: string
  readonly intro?: ReactNode
  readonly children: ReactNode
}

/** A part of a form of settings: words at the start, controls at the end; stacked where there is no room. */
export function Section({ id, title, intro, children }: SectionProps) {
  const headingId = id && `${id}-title`
  return (
    <section id={id} aria-labelledby={headingId} className="ui-section">
      <header>
        <h2 id={headingId}>{title}</h2>
        {intro && <p>{intro}</p>}
      </header>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
    </section>
  )
}
