'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useId } from 'react'

export interface RailItem {
  readonly href: string
  readonly label: string
  readonly icon: ReactNode
  /** Other addresses that belong to this item. */
  readonly covers?: readonly string[]
  /** Another address of the item's own page. */
  readonly alias?: string
}

/** A group of pages in the rail; the first needs no title. */
export interface RailGroup {
  readonly title?: string
  readonly items: readonly RailItem[]
}

interface RailNavProps {
  readonly label: string
  readonly groups: readonly RailGroup[]
  /** Id of the rail as a sheet, which a click on a page closes. */
  readonly sheet?: string
}

/** The pages of an area, in groups. */
export function RailNav({ label, groups, sheet }: RailNavProps) {
  const id = useId()
  const isHere = useIsHere()
  return (
    <nav aria-label={label} className="ui-rail-nav">
      {groups.map(({ title, items }, index) => (
        <div key={title ?? index}>
          {title && <h2 id={`${id}-${index}`}>{title}</h2>}
          <ul aria-labelledby={title && `${id}-${index}`}>
            {items.map((item) => (
              <li key={item.href}>
                <Link
                  href={item.href}
                  prefetch={false}
                  onClick={() => sheet && document.getElementById(sheet)?.hidePopover()}
                  aria-current={isHere(item) ? 'page' : undefined}
                >
                  {item.icon}
                  <span className="min-w-0">{item.label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface RailTabsProps {
  readonly label: string
  readonly items: readonly RailItem[]
}

/** The same as a row of tabs, for an area of few pages on a phone. */
export function RailTabs({ label, items }: RailTabsProps) {
  const isHere = useIsHere()
  return (
    <nav aria-label={label} className="ui-tabs ui-tabs-bar print:hidden">
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          prefetch={false}
          aria-current={isHere(item) ? 'page' : undefined}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  )
}

/** Whether the current page belongs to an item. */
function useIsHere(): (item: RailItem) => boolean {
  const path = usePathname()
  return ({ href, covers = [], alias }) =>
    path === alias ||
    [href, ...covers].some((address) => path === address || path.startsWith(`${address}/`))
}
