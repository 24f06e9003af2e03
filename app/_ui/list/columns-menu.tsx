import { Columns3 } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { List } from './open-list.ts'

interface ColumnsMenuProps {
  readonly list: List
  readonly columns: readonly { readonly key: string; readonly label: string }[]
}

/** Chooses the columns of a list for this browser. */
export async function ColumnsMenu({ list, columns }: ColumnsMenuProps) {
  const t = await pageTexts()
  const { name } = list.definition
  const id = `${name}-columns`
  return (
    <>
      <button
        type="button"
        className="btn btn-sm"
        popoverTarget={id}
        aria-label={t('list.columns')}
      >
        <Columns3 aria-hidden="true" />
        <span className="hidden @min-[60rem]:inline">{t('list.columns')}</span>
      </button>
      <div id={id} popover="auto" className="ui-menu">
        <form method="post" action="/list-view">
          <input type="hidden" name="list" value={name} />
          <input type="hidden" name="size" value={list.size} />
          {columns.map(({ key, label }) => (
            <label key={key} className="flex min-h-8 items-center gap-2.5 px-2">
              <input
                type="checkbox"
                className="checkbox"
                name={`column-${key}`}
                defaultChecked={list.columns.includes(key)}
              />
              {label}
            </label>
          ))}
          <hr />
          <button type="submit" name="columns" value="chosen">
            {t('list.apply')}
          </button>
          <button type="submit" name="columns" value="standard">
            {t('list.standard_columns')}
          </button>
        </form>
      </div>
    </>
  )
}
