import { Download } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { type Filter, FilterChips } from './filter-chips.tsx'
import { addressWith } from './list-address.ts'
import type { List } from './open-list.ts'
import { SearchBox } from './search-box.tsx'
import { Toolbar } from './toolbar.tsx'

interface ListToolbarProps {
  readonly list: List
  /** Label of the search. */
  readonly search: string
  readonly filters?: readonly Filter[]
  readonly columns: readonly { readonly key: string; readonly label: string }[]
}

/** Above a list: its search, its filters, its columns, and the export of what it holds. */
export async function ListToolbar({ list, search, filters = [], columns }: ListToolbarProps) {
  const t = await pageTexts()
  const { query, ...kept } = list.kept
  return (
    <Toolbar>
      <SearchBox label={search} query={query ?? ''} kept={kept} liveAt={list.definition.path} />
      <FilterChips list={list} filters={filters} />
      <span className="grow" />
      <span className="hidden gap-2 sm:flex print:hidden">
        <ColumnsMenu list={list} columns={columns} />
        <a
          href={addressWith(`${list.definition.path}/export`, list.kept)}
          className="btn btn-sm"
          aria-label={t('list.export')}
          title={t('list.export_hint')}
        >
          <Download aria-hidden="true" />
          <span className="hidden @min-[60rem]:inline">{t('list.export')}</span>
        </a>
      </span>
    </Toolbar>
  )
}
