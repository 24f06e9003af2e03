import type { ReactNode } from 'react'
import { PageTitle } from '../_components/page-title.tsx'
import { BackLink } from './back-link.tsx'

interface PageHeadProps {
  /** Title of the document, more than the heading where several pages share one. */
  readonly title: string
  readonly heading?: string
  readonly intro?: ReactNode
  readonly back?: { readonly href: string; readonly label: string }
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode
}

/** The head of a page of the console: where one is, what it is for, what can be done. */
export function PageHead({ title, heading, intro, back, actions }: PageHeadProps) {
  return (
    <header className="mb-6">
      <PageTitle title={title} />
      {back && <BackLink {...back} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 font-semibold text-2xl tracking-tight [overflow-wrap:anywhere]">
          <bdi>{heading ?? title}</bdi>
        </h1>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {intro && <div className="mt-2 max-w-2xl text-pretty text-muted text-sm">{intro}</div>}
    </header>
  )
}
