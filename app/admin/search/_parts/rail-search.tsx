'use client'

import { Search } from 'lucide-react'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { isApple } from './use-palette-keys.ts'

/** The search of the rail: opens the palette, or without scripts the search page. */
export function RailSearch({ label }: { readonly label: string }) {
  const hasScripts = useScripts()
  if (!hasScripts) {
    return (
      <search>
        <form action="/admin/search" className="ui-rail-search">
          <Search aria-hidden="true" />
          <input
            name="query"
            aria-label={label}
            placeholder={label}
            maxLength={200}
            dir="auto"
            className="min-w-0 grow bg-transparent placeholder:text-subtle"
          />
        </form>
      </search>
    )
  }
  return (
    <button
      type="button"
      id="rail-search"
      data-palette
      aria-haspopup="dialog"
      className="ui-rail-search"
    >
      <Search aria-hidden="true" />
      <span className="grow">{label}</span>
      <span className="kbd" aria-hidden="true">
        {isApple() ? '⌘K' : 'Ctrl K'}
      </span>
    </button>
  )
}
