import { ChevronLeft, ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageLanguage } from '#lib/http/page.ts'
import { PageInput } from './page-input.tsx'

interface PaginationProps {
  readonly page: number
  readonly size: number
  readonly total: number
  /** Path of the list. */
  readonly path: string
  /** Other query parameters to keep. */
  readonly query?: Readonly<Record<string, string>>
  /** The query parameter with the page. */
  readonly name?: string
  /** Stands before the pages: how many entries each has. */
  readonly children?: ReactNode
}

/** The foot of a list: the range of entries shown, and the ways to other pages; the page is in the address. */
export async function Pagination(props: PaginationProps) {
  const { page, size, total, path, query = {}, name = 'page' } = props
  const t = await pageTexts()
  const last = Math.max(1, Math.ceil(total / size))
  if (total === 0) return null
  const address = (to: number) => `${path}?${new URLSearchParams({ ...query, [name]: String(to) })}`
  const from = Math.min((page - 1) * size + 1, total)
  const { format } = new Intl.NumberFormat(await pageLanguage())
  return (
    <nav aria-label={t('console.pages')} className="ui-table-foot">
      <p className="grow tabular-nums">
        {t('console.range', { from, to: Math.min(page * size, total), total })}
      </p>
      {props.children}
      {last > 1 && (
        <>
          <PageInput
            key={page}
            path={path}
            query={query}
            name={name}
            page={page}
            last={last}
            label={t('console.page')}
            of={t('console.page_of', { last: format(last) })}
          />
          <div className="join">
            <Step href={page > 1 ? address(page - 1) : null} label={t('console.previous')}>
              <ChevronLeft className="flip" aria-hidden="true" />
            </Step>
            <Step href={page < last ? address(page + 1) : null} label={t('console.next')}>
              <ChevronRight className="flip" aria-hidden="true" />
            </Step>
          </div>
        </>
      )}
    </nav>
  )
}

interface StepProps {
  readonly href: string | null
  readonly label: string
  readonly children: ReactNode
}

function Step({ href, label, children }: StepProps) {
  const look = 'btn btn-sm btn-square join-item'
  if (!href) {
    return (
      <span className={`${look} btn-disabled`} aria-hidden="true">
        {children}
      </span>
    )
  }
  return (
    <Link href={href} prefetch={false} className={look} aria-label={label}>
      {children}
    </Link>
  )
}
