import type { ReactNode } from 'react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Brand } from './brand.tsx'
import { PageTitle } from './page-title.tsx'

interface CardPageProps {
  /** Stable id of the page's main element, the same in every language. */
  readonly id: string
  readonly title: string
  /** The form was refused: the title says so first, because screen readers start with the title. */
  readonly isRefused?: boolean
  readonly children: ReactNode
}

/** A page of one card, for the sign-in interaction and the pages beside it. */
export async function CardPage({ id, title, isRefused = false, children }: CardPageProps) {
  const t = await pageTexts()
  return (
    <>
      <PageTitle title={isRefused ? t('common.refused_title', { title }) : title} />
      <div className="backdrop flex min-h-dvh flex-col items-center gap-7 px-6 pt-8 pb-12 sm:justify-center sm:gap-8 sm:py-14 short:gap-4 short:py-4">
        <header className="flex max-w-full">
          <Brand />
        </header>
        <main
          id={id}
          className="min-[30rem]:max-w-md min-[30rem]:rounded-box min-[30rem]:border min-[30rem]:border-line min-[30rem]:bg-base-100 min-[30rem]:p-8 min-[30rem]:shadow-base-content/5 min-[30rem]:shadow-xl w-full min-w-0 sm:p-10 short:sm:py-6"
        >
          {children}
        </main>
      </div>
    </>
  )
}
