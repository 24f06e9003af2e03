'use client'

import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { isSingleKey } from '#app/_ui/shell/key-press.ts'

interface SearchBoxProps {
  readonly label: string
  readonly query: string
  /** Name of the query parameter. */
  readonly name?: string
  /** Other query parameters to keep. */
  readonly kept?: Readonly<Record<string, string>>
  /** The path of a list that shows its results while the visitor types. */
  readonly liveAt?: string
}

/** How long the visitor pauses before the list is searched. */
const pauseMs = 250

/** Searches the list on its page; the key `/` focuses it. */
export function SearchBox({ label, query, name = 'query', kept = {}, liveAt }: SearchBoxProps) {
  const search = useLiveSearch(liveAt, name, kept)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    // A link to another search does not change what was typed. Whoever types is ahead of the list.
    const { current } = input
    if (current && current !== document.activeElement) current.value = query
  }, [query])
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
            onInput={(event) => {
              if (!(event.nativeEvent as InputEvent).isComposing) search(event.currentTarget.value)
            }}
            onCompositionEnd={(event) => search(event.currentTarget.value)}
          />
          <span className="kbd hidden sm:inline-flex print:hidden" aria-hidden="true">
            /
          </span>
        </label>
      </form>
    </search>
  )
}

/** Shows the results while the visitor types; a word that an input method composes counts when it is finished. */
function useLiveSearch(
  path: string | undefined,
  name: string,
  kept: Readonly<Record<string, string>>,
): (text: string) => void {
  const { replace } = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (text) => {
    if (path === undefined) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const query = new URLSearchParams({ ...(text.trim() && { [name]: text }), ...kept })
      replace(query.size > 0 ? `${path}?${query}` : path, { scroll: false })
    }, pauseMs)
  }
}
