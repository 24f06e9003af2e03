import Link from 'next/link'
import type { ReactNode } from 'react'

interface SectionsProps {
  /** The navigation's accessible name. */
  readonly label: string
  /** In order; short labels. */
  readonly items: readonly { readonly href: string; readonly label: string }[]
  /** The `href` of the current page. */
  readonly here: string
  readonly children: ReactNode
}

/**
 * The pages of one record: a column beside the content where there is room for a second menu, rows above it otherwise.
 * All of them are visible on a phone too.
 */
export function Sections({ label, items, here, children }: SectionsProps) {
  return (
    <div className="xl:flex xl:gap-8">
      <nav
        aria-label={label}
        className="mb-6 border-line border-b xl:mb-0 xl:w-40 xl:border-b-0 print:hidden"
      >
        <ul className="flex flex-wrap gap-1 pb-2 xl:sticky xl:top-20 xl:flex-col xl:flex-nowrap xl:gap-0.5">
          {items.map(({ href, label: name }) => {
            const isHere = href === here
            return (
              <li key={href} className="min-w-0">
                <Link
                  href={href}
                  prefetch={false}
                  aria-current={isHere ? 'page' : undefined}
                  className="block whitespace-nowrap rounded-field px-2.5 py-1.5 pointer-coarse:py-3 text-sm hover:bg-base-content/6 aria-[current]:bg-base-content/9 aria-[current]:font-medium xl:whitespace-normal xl:px-3"
                >
                  {name}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
