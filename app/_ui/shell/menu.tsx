'use client'

import { Menu as MenuIcon } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useRef } from 'react'
import { AddressInText } from '#app/_ui/text/address-in-text.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

export interface MenuItem {
  readonly href: string
  readonly label: string
  readonly icon: ReactNode
}

/** A group of pages in the menu; the first needs no title. */
export interface MenuPart {
  readonly title?: string
  readonly items: readonly MenuItem[]
}

export interface MenuProps {
  /** The account's email; '' if it is unknown. */
  readonly email: string
  readonly label: string
  readonly parts: readonly MenuPart[]
  /** The server's version, shown below the pages. */
  readonly version: string
}

/** The menu of an area: a column where there is room, collapsed on a phone. */
export function Menu({ email, label, parts, version }: MenuProps) {
  const t = useTexts()
  const folded = useRef<HTMLDetailsElement>(null)
  return (
    <>
      <nav aria-label={label} className="hidden w-60 shrink-0 lg:block print:hidden">
        <div className="sticky top-20">
          <Parts parts={parts} />
          <Version version={version} />
        </div>
      </nav>
      <details
        ref={folded}
        className="group mb-5 rounded-box border border-line lg:hidden print:hidden"
      >
        <summary className="flex cursor-pointer list-none items-center gap-2.5 px-4 py-2.5 pointer-coarse:py-3 font-medium text-sm">
          <MenuIcon className="size-4.5" aria-hidden="true" />
          {t('console.menu')}
        </summary>
        <nav aria-label={label} className="border-line border-t p-2">
          <Parts
            parts={parts}
            onChoose={() => {
              if (folded.current) folded.current.open = false
            }}
          />
          {email && <SignedInAs email={email} />}
          <Version version={version} />
        </nav>
      </details>
    </>
  )
}

/** Shows the account in the menu on a phone, where the bar has no room for it. */
function SignedInAs({ email }: { readonly email: string }) {
  const t = useTexts()
  return (
    <p id="signed-in-as" className="px-3 pb-1 text-muted text-xs md:hidden">
      <AddressInText address={email} text={t('console.signed_in_as', { email })} />
    </p>
  )
}

function Version({ version }: Pick<MenuProps, 'version'>) {
  const t = useTexts()
  return <p className="px-3 pb-1 text-muted text-xs">{t('console.version', { version })}</p>
}

interface PartsProps {
  readonly parts: readonly MenuPart[]
  readonly onChoose?: () => void
}

function Parts({ parts, onChoose }: PartsProps) {
  const path = usePathname()
  return parts.map((part, index) => (
    <div key={part.title ?? index} className="mb-4 last:mb-0">
      {part.title && <p className="px-3 pb-1 font-medium text-muted text-xs">{part.title}</p>}
      <ul className="flex flex-col gap-0.5">
        {part.items.map(({ href, label, icon }) => {
          const isHere = path === href || path.startsWith(`${href}/`)
          return (
            <li key={href}>
              <Link
                href={href}
                prefetch={false}
                onClick={onChoose}
                aria-current={isHere ? 'page' : undefined}
                className="flex items-center gap-2.5 rounded-field px-3 py-2 pointer-coarse:py-3 text-sm hover:bg-base-content/6 aria-[current]:bg-base-content/9 aria-[current]:font-medium"
              >
                <span className="shrink-0 opacity-75 [&>svg]:size-4.5" aria-hidden="true">
                  {icon}
                </span>
                <span className="min-w-0">{label}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  ))
}
