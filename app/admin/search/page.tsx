import { SearchX } from 'lucide-react'
import Link from 'next/link'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import { TableFrame } from '#app/_ui/list/table.tsx'
import { Toolbar } from '#app/_ui/list/toolbar.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { findEverything } from './_parts/find-everything.ts'
import { groupTitles } from './_parts/found.ts'
import { FoundIcon } from './_parts/found-icon.tsx'
import { FoundText } from './_parts/found-text.tsx'

const path = '/admin/search'

interface SearchPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** Finds records, pages, requests and addresses: the palette as a page, for browsers without scripts. */
export default async function SearchPage({ searchParams }: SearchPageProps) {
  const t = await pageTexts()
  const { query } = await searchParams
  const typed = typeof query === 'string' ? query.trim() : ''
  const { api, visitor, language } = await openConsole()
  const groups = await findEverything(api, visitor, language, typed)
  return (
    <>
      <PageHeader title={t('search.title')} intro={t('search.intro')} />
      <Toolbar>
        <SearchBox label={t('search.title')} query={typed} liveAt={path} />
      </Toolbar>
      {groups.length === 0 && (
        <TableFrame>
          <EmptyState
            icon={SearchX}
            title={t('search.nothing', { query: typed })}
            text={t('search.intro')}
          >
            {mayRead(visitor, 'settings') && (
              <Link href="/admin/activity?range=all" prefetch={false} className="btn btn-sm">
                {t('search.search_activity')}
              </Link>
            )}
          </EmptyState>
        </TableFrame>
      )}
      {groups.map(({ name, items }) => (
        <section key={name} aria-labelledby={`found-${name}`} className="ui-panel mb-5">
          <div className="ui-panel-head">
            <h2 id={`found-${name}`}>{t(groupTitles[name])}</h2>
          </div>
          <ul className="ui-rows">
            {items
              .flatMap((found) => [found, ...(found.acts ?? []), ...(found.activity ?? [])])
              .map((found) => (
                <li key={found.href}>
                  <FoundIcon found={found} />
                  <Link
                    href={found.href}
                    prefetch={false}
                    className="ui-row-text ui-link min-h-6 [overflow-wrap:anywhere]"
                  >
                    <FoundText found={found} />
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}
