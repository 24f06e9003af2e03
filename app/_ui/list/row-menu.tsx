import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface RowMenuProps {
  readonly id: string
  /** Names the row. */
  readonly name: string
  /** Links and buttons; `hr` before those that lock a user or an application out. */
  readonly children: ReactNode
}

/** The acts on one row of a list. A right click on the row opens the menu too. */
export async function RowMenu({ id, name, children }: RowMenuProps) {
  const t = await pageTexts()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="btn btn-ghost btn-xs btn-square relative z-10 pointer-coarse:size-11"
        aria-label={t('list.more_for', { name })}
      >
        <Ellipsis aria-hidden="true" />
      </button>
      <div id={id} popover="auto" className="ui-menu text-start whitespace-normal">
        {children}
      </div>
    </>
  )
}
