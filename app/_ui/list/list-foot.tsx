import { Check } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSizes } from './list-choice.ts'
import type { List } from './open-list.ts'
import { Pagination } from './pagination.tsx'

/** The foot of a list: the range, entries per page, and the ways to other pages. */
export function ListFoot({ list, total }: { readonly list: List; readonly total: number }) {
  const { definition, size, page, kept } = list
  return (
    <Pagination page={page} size={size} total={total} path={definition.path} query={kept}>
      {total > pageSizes[0] && <SizeChoice list={list} />}
    </Pagination>
  )
}

/** A menu, because a select that sends itself could not be used by keyboard (WCAG 3.2.2). */
async function SizeChoice({ list }: { readonly list: List }) {
  const t = await pageTexts()
  const { name } = list.definition
  const id = `${name}-size`
  return (
    <span className="hidden items-center gap-2 sm:flex print:hidden">
      <span id={`${id}-label`}>{t('list.rows')}</span>
      <button
        id={`${id}-button`}
        type="button"
        popoverTarget={id}
        className="select select-sm w-20 cursor-pointer"
        aria-labelledby={`${id}-label ${id}-button`}
      >
        {list.size}
      </button>
      <span id={id} popover="auto" className="ui-menu min-w-20!">
        <form method="post" action="/list-view">
          <input type="hidden" name="list" value={name} />
          <input type="hidden" name="columns" value="chosen" />
          {list.columns.map((key) => (
            <input key={key} type="hidden" name={`column-${key}`} value="on" />
          ))}
          {pageSizes.map((size) => (
            <button key={size} type="submit" name="size" value={size}>
              <span className="grow">{size}</span>
              {size === list.size && <Check aria-hidden="true" />}
            </button>
          ))}
        </form>
      </span>
    </span>
  )
}
