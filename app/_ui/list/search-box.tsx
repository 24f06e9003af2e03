'use client'

import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'

interface SearchBoxProps {
  readonly label: string
  readonly query: string
  /** Name of the query parameter. */
  readonly name?: string
  /** Other query parameters to keep. */
  readonly kept?: Readonly<Record<string, string>>
}

/** Searches the list on its page; the key `/` focuses it. */
export function SearchBox({ label, query, name = 'query', kept = {} }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <search className="w-full sm:w-64 print:has-placeholder-shown:hidden">
      <form>
        {Object.entries(kept).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <label className="input input-sm">
          <Search className="text-subtle" aria-hidden="true" />
          <span className="sr-only">{label}</span>
          <input
            ref={input}
            id="search"
            type="search"
            name={name}
            defaultValue={query}
            placeholder={label}
            maxLength={200}
            dir="auto"
            className="text-ellipsis"
          />
          <span className="kbd hidden sm:inline-flex print:hidden" aria-hidden="true">
            /
          </span>
        </label>
      </form>
    </search>
  )
}
