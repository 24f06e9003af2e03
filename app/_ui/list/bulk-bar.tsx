'use client'

import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { boxesOf, useTicked } from './use-ticked.ts'

/** An act on several rows. */
export interface BulkAct {
  /** The value of the form's field `act`. */
  readonly value: string
  readonly label: string
  readonly icon: ReactNode
}

interface BulkBarProps {
  /** Id of the form of the check boxes. */
  readonly form: string
  /** Id of the table. */
  readonly table: string
  readonly acts: readonly BulkAct[]
  /** The number of entries on all pages. */
  readonly total: number
  /** When the page was made: an act on all entries leaves out those that were created later. */
  readonly now: string
}

/** Appears above the head of a table with the first tick: the acts on the ticked rows, or on all. */
export function BulkBar({ form, table, acts, total, now }: BulkBarProps) {
  const t = useTexts()
  const { ticked, rows } = useTicked(table)
  const [isAll, setAll] = useState(false)
  const clear = () => {
    setAll(false)
    for (const box of boxesOf(table)) if (box.checked) box.click()
  }
  const isWhole = ticked === rows
  // Who chooses anew, on this page or another one, has not chosen all.
  if (isAll && !isWhole) setAll(false)
  if (ticked === 0) return null
  const isEverything = isAll && isWhole
  return (
    <div className="ui-bulk max-sm:hidden print:hidden">
      <b className="me-2 font-semibold" role="status">
        {t('list.selected', { count: shown(isEverything ? total : ticked) })}
      </b>
      {acts.map(({ value, label, icon }) => (
        <button
          key={value}
          type="submit"
          form={form}
          name="act"
          value={value}
          className="btn btn-ghost btn-sm"
        >
          {icon}
          {label}
        </button>
      ))}
      {isEverything && (
        <>
          <input type="hidden" form={form} name="all" value="true" />
          <input type="hidden" form={form} name="total" value={total} />
          <input type="hidden" form={form} name="before" value={now} />
        </>
      )}
      <span className="grow" />
      {isWhole && total > rows && !isAll && (
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => setAll(true)}>
          {t('list.select_all', { count: shown(total) })}
        </button>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-sm btn-square"
        aria-label={t('list.clear_selection')}
        onClick={clear}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  )
}

function shown(count: number): string {
  return new Intl.NumberFormat(document.documentElement.lang).format(count)
}
