import type { ReactNode } from 'react'
import { wasRefused } from '#app/_ui/form/submitted.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { areaOf } from '#lib/console/addresses.ts'
import { pageSettings, visitor } from '#lib/http/page.ts'
import { aboutPage } from './about-page.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { DocumentTitle } from './document-title.tsx'
import { TellHelp } from './help-about.tsx'
import { titleOf } from './title-of.ts'

interface PageHeaderProps {
  /** The page's name; with the record's name after it, where the page belongs to a record. */
  readonly title: string | readonly string[]
  /** Default: the page's name. */
  readonly heading?: ReactNode
  /** A picture of the record. */
  readonly picture?: ReactNode
  /** States of the record that are not normal, beside its name. */
  readonly badges?: ReactNode
  /** One line of facts, or what the page is for. */
  readonly intro?: ReactNode
  /** The list that the page belongs to. */
  readonly back?: { readonly href: string; readonly label: string }
  /** Buttons at the end of the line, the primary one last. */
  readonly actions?: ReactNode
}

/** The header of a page: where it stands, its name, its facts and its actions. */
export function PageHeader(props: PageHeaderProps) {
  const { title, heading, picture, badges, intro, back, actions } = props
  const parts = typeof title === 'string' ? [title] : title
  const name = heading ?? parts[0]
  return (
    <header>
      <Title parts={parts} />
      <PageHelp />
      <Breadcrumb back={back} here={name} title={parts.at(-1) ?? ''} />
      <div className="ui-head">
        {picture}
        <div className="ui-head-text">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h1 className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
            </h1>
            {badges}
          </div>
          {intro && (
            <div className="mt-0.5 max-w-2xl text-pretty text-muted [overflow-wrap:anywhere]">
              {intro}
            </div>
          )}
        </div>
        {actions && <div className="ui-actions">{actions}</div>}
      </div>
    </header>
  )
}

/** The help of the bar is about this page. The account pages have none. */
async function PageHelp() {
  const page = (await visitor())?.page ?? ''
  if (areaOf(page.split('?', 1)[0] ?? '') !== 'admin') return null
  return <TellHelp about={await aboutPage()} />
}

/** The document's title, which says when a form of the page was refused. */
async function Title({ parts }: { readonly parts: readonly string[] }) {
  const t = await pageTexts()
  const { appName } = await pageSettings()
  const title = titleOf(...parts, appName)
  return (
    <DocumentTitle
      title={title}
      refusedTitle={t('common.refused_title', { title })}
      wasRefused={await wasRefused()}
    />
  )
}
