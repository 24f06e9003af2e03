import type { ReactNode } from 'react'
import { PageTitle } from '#app/_ui/shell/page-title.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Brand } from './brand.tsx'
import { CardFooter } from './card-footer.tsx'

interface CardPageProps {
  /** Stable id of the page's main element, the same in every language. */
  readonly id: string
  readonly title: string
  /** The form was refused: the title says so first, because screen readers start with the title. */
  readonly isRefused?: boolean
  /** For content in two columns. */
  readonly isWide?: boolean
  /** The application's website, for the footer. */
  readonly websiteUrl?: string | undefined
  /** A further link for the footer. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

/** A page of one card, for the sign-in interaction and the pages beside it. */
export async function CardPage(props: CardPageProps) {
  const { id, title, isRefused = false, isWide = false, websiteUrl, more, children } = props
  const t = await pageTexts()
  return (
    <>
      <PageTitle title={isRefused ? t('common.refused_title', { title }) : title} />
      <div className="ui-stage">
        <main id={id} className={isWide ? 'ui-card ui-card-wide' : 'ui-card'}>
          <Brand />
          {children}
        </main>
        <CardFooter websiteUrl={websiteUrl} more={more} />
      </div>
    </>
  )
}
