import type { ReactNode } from 'react'
import { wasRefused } from '#app/_ui/form/submitted.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { BackLink } from './back-link.tsx'
import { DocumentTitle } from './document-title.tsx'

interface PageHeaderProps {
  /** Title of the document; longer than the heading where several pages share one. */
  readonly title: string
  readonly heading?: ReactNode
  readonly intro?: ReactNode
  readonly back?: { readonly href: string; readonly label: string }
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode
}

/** The header of a console page: its name, its purpose and its actions. */
export function PageHeader({ title, heading, intro, back, actions }: PageHeaderProps) {
  return (
    <header className="mb-6">
      <Title title={title} />
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

/** The document's title, which says when a form of the page was refused. */
async function Title({ title }: Pick<PageHeaderProps, 'title'>) {
  const t = await pageTexts()
  const { appName } = await pageSettings()
  const refused = t('common.refused_title', { title })
  return (
    <DocumentTitle
      title={`${appName} - ${title}`}
      refusedTitle={`${appName} - ${refused}`}
      wasRefused={await wasRefused()}
    />
  )
}
