import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Area } from '#lib/console/addresses.ts'
import { Help } from './help.tsx'
import { railId } from './rail.tsx'
import { ShellBrand } from './shell-brand.tsx'
import { UserAvatarButton } from './user-button.tsx'

interface TopBarProps {
  readonly area: Area
  readonly search?: ReactNode
}

/** The bar above a page. In a narrow window it also has the content of the rail. */
export async function TopBar({ area, search }: TopBarProps) {
  const t = await pageTexts()
  return (
    <header className="ui-topbar">
      {area === 'admin' && (
        <button
          id="menu"
          type="button"
          popoverTarget={railId}
          className="btn btn-ghost btn-sm btn-square lg:hidden print:hidden"
          aria-label={t('console.menu')}
        >
          <Menu aria-hidden="true" />
        </button>
      )}
      <div className="min-w-0 lg:hidden print:block">
        <ShellBrand area={area} />
      </div>
      <span className="grow" />
      {search}
      {area === 'admin' && <Help />}
      <UserAvatarButton />
    </header>
  )
}
