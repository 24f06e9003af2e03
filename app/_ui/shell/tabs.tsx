import Link from 'next/link'
import type { ReactNode } from 'react'
import { ShowCurrent } from './show-current.tsx'

export interface TabLink {
  readonly href: string
  readonly label: string
}

export interface Tab extends TabLink {
  /** The pages of the tab, when there are several; the first is the tab's own. */
  readonly pages?: readonly TabLink[]
  /** How many things it holds. */
  readonly count?: number | undefined
  /** Stands at the far end. */
  readonly isDanger?: boolean
}

interface TabsProps {
  /** The navigation's accessible name. */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** The `href` of the current page. */
  readonly here: string
  /** Accessible name of the row of a tab's pages, when a tab has several. */
  readonly pagesLabel?: string
  readonly children?: ReactNode
}

/** The pages of a record: a row of tabs, and a second row where the current tab has several pages. */
export function Tabs({ label, tabs, here, pagesLabel, children }: TabsProps) {
  const current = tabs.find((tab) => pagesOf(tab).some(({ href }) => href === here))
  const pages = current ? pagesOf(current) : []
  return (
    <>
      <ShowCurrent>
        <nav aria-label={label} className="ui-tabs print:hidden">
          {tabs.map((tab) => (
            <Link
              key={tab.href}
              href={tab.href}
              prefetch={false}
              aria-current={currentOf(tab === current, tab.href === here)}
              className={tab.isDanger ? 'ui-tabs-danger' : undefined}
            >
              {tab.label}
              {tab.count !== undefined && <span className="ui-count ms-1.5"> {tab.count}</span>}
            </Link>
          ))}
        </nav>
      </ShowCurrent>
      {pages.length > 1 && (
        <nav aria-label={pagesLabel} className="mb-5 print:hidden">
          <div className="ui-segmented flex-wrap">
            {pages.map(({ href, label: name }) => (
              <Link
                key={href}
                href={href}
                prefetch={false}
                aria-current={href === here ? 'page' : undefined}
              >
                {name}
              </Link>
            ))}
          </div>
        </nav>
      )}
      {children}
    </>
  )
}

function pagesOf({ pages, href, label }: Tab): readonly TabLink[] {
  return pages && pages.length > 0 ? pages : [{ href, label }]
}

function currentOf(isCurrentTab: boolean, isPage: boolean): 'page' | 'true' | undefined {
  if (!isCurrentTab) return undefined
  return isPage ? 'page' : 'true'
}
