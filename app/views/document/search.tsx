'use client'

import { Search as SearchIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { useSearch } from './use-search.ts'

/** Searches all documents in the browser. Without a search, and without scripts, the menu shows instead. */
export function Search({ children }: { readonly children: ReactNode }) {
  return useScripts() ? <Box>{children}</Box> : children
}

function Box({ children }: { readonly children: ReactNode }) {
  const id = useId()
  const [query, setQuery] = useState('')
  const { results, state, prepare } = useSearch(query)
  const isAsked = query.trim() !== ''
  const openFirst = (event: FormEvent) => {
    event.preventDefault()
    if (results[0]) location.assign(results[0].id)
  }
  return (
    <>
      <search className="px-3 pb-2">
        <form onSubmit={openFirst}>
          <label className="input input-sm w-full">
            <SearchIcon className="text-subtle" aria-hidden="true" />
            <span className="sr-only">Search the documentation</span>
            <input
              id="search"
              type="search"
              value={query}
              maxLength={200}
              placeholder="Search"
              autoComplete="off"
              aria-controls={id}
              onFocus={prepare}
              onChange={(event) => {
                prepare()
                setQuery(event.target.value)
              }}
            />
          </label>
        </form>
      </search>
      <div id={id} className="contents">
        <p
          role="status"
          className={isAsked && state !== 'found' ? 'px-5 py-2 text-muted' : 'sr-only'}
        >
          {isAsked && sentences[state]}
        </p>
        {isAsked ? <Results results={results} /> : children}
      </div>
    </>
  )
}

type State = ReturnType<typeof useSearch>['state']

const sentences: Readonly<Record<State, string>> = {
  loading: 'Searching…',
  failed: 'The search could not be loaded. Check the connection and type again.',
  none: 'No page has these words.',
  found: 'Results are below.',
}

function Results({ results }: { readonly results: ReturnType<typeof useSearch>['results'] }) {
  return (
    <nav aria-label="Results" className="ui-rail-nav">
      <ul id="search-results">
        {results.map(({ id, title, heading }) => (
          <li key={id}>
            <a href={id} className="ui-doc-result">
              <span>{heading || title}</span>
              {heading && <span className="text-subtle">{title}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
