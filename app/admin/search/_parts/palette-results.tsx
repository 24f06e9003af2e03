'use client'

import Link from 'next/link'
import type { Found, FoundGroup } from './found.ts'
import { FoundIcon } from './found-icon.tsx'
import { FoundText } from './found-text.tsx'
import type { PaletteTexts } from './palette-texts.ts'

interface PaletteResultsProps {
  readonly groups: readonly FoundGroup[]
  /** Place of the active result among all. */
  readonly active: number
  readonly isBusy: boolean
  /** Why there is no result; '' while there are some. */
  readonly problem: string
  readonly texts: PaletteTexts
  readonly onPoint: (index: number) => void
  readonly onChoose: (found: Found) => void
}

/** The results in groups. Links, so that they open as every other link does. */
export function PaletteResults(props: PaletteResultsProps) {
  const { groups, active, isBusy, problem, texts, onPoint, onChoose } = props
  let index = -1
  return (
    <>
      <div
        id="palette-results"
        role="listbox"
        aria-label={texts.title}
        aria-busy={isBusy}
        className="ui-menu"
      >
        {groups.map(({ name, items }) => (
          <fieldset key={name} aria-labelledby={`palette-group-${name}`} className="min-w-0">
            <p id={`palette-group-${name}`} className="ui-menu-title">
              {texts.groups[name]}
            </p>
            {items.map((found) => {
              const place = ++index
              const isActive = place === active
              return (
                <Link
                  key={found.href}
                  id={`palette-${place}`}
                  role="option"
                  aria-selected={isActive}
                  tabIndex={-1}
                  href={found.href}
                  prefetch={false}
                  className={isActive ? 'is-active' : undefined}
                  onPointerMove={() => !isActive && onPoint(place)}
                  onClick={() => onChoose(found)}
                >
                  <FoundIcon found={found} />
                  <span className="min-w-0 grow [overflow-wrap:anywhere]">
                    <FoundText found={found} />
                  </span>
                  {isActive && (
                    <span className="text-subtle text-xs" aria-hidden="true">
                      {texts.open} <span className="kbd">↵</span>
                    </span>
                  )}
                </Link>
              )
            })}
          </fieldset>
        ))}
      </div>
      <p role="status" className={problem ? 'ui-palette-nothing' : 'sr-only'}>
        {problem}
      </p>
    </>
  )
}
