import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Area } from '#lib/console/addresses.ts'
import { type RailGroup, RailNav } from './rail-nav.tsx'
import { ShellBrand } from './shell-brand.tsx'
import { UserButton } from './user-button.tsx'

/** Id of the rail, which a button of the bar opens as a sheet in a narrow window. */
export const railId = 'rail'

interface RailProps {
  readonly area: Area
  readonly label: string
  readonly groups: readonly RailGroup[]
  /** The rail is also a sheet, for narrow windows. */
  readonly isSheet: boolean
  /** Above the pages. */
  readonly search?: ReactNode
}

/** The column at the start of every page of an area: name, pages, and the button of the visitor's menu. */
export async function Rail({ area, label, groups, isSheet, search }: RailProps) {
  const t = await pageTexts()
  return (
    <aside
      id={railId}
      aria-label={label}
      popover={isSheet ? 'auto' : undefined}
      className="ui-rail print:hidden"
    >
      <div className="ui-rail-brand">
        <ShellBrand area={area} />
        {isSheet && (
          <button
            type="button"
            popoverTarget={railId}
            popoverTargetAction="hide"
            className="btn btn-ghost btn-sm btn-square ms-auto lg:hidden"
            aria-label={t('shell.close')}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </div>
      {search}
      <RailNav label={label} groups={groups} {...(isSheet && { sheet: railId })} />
      <UserButton id="user-button" />
    </aside>
  )
}
