'use client'

import type MiniSearch from 'minisearch'
import { useCallback, useMemo, useRef, useState } from 'react'

/** A section of a document; `id` is its address. */
interface Entry {
  readonly id: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

const maxResults = 20

/** Searches the documents. The index is loaded once, when `prepare` is called first. */
export function useSearch(query: string) {
  const [index, setIndex] = useState<MiniSearch<Entry> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const loading = useRef(false)
  const prepare = useCallback(() => {
    if (loading.current) return
    loading.current = true
    setFailed(false)
    loadIndex().then(setIndex, () => {
      loading.current = false
      setFailed(true)
    })
  }, [])
  const results = useMemo(() => (index ? find(index, query) : []), [index, query])
  return { results, state: stateOf(index !== null, hasFailed, results.length), prepare }
}

function stateOf(isLoaded: boolean, hasFailed: boolean, count: number) {
  if (isLoaded) return count === 0 ? 'none' : 'found'
  return hasFailed ? 'failed' : 'loading'
}

async function loadIndex(): Promise<MiniSearch<Entry>> {
  const [{ default: Index }, response] = await Promise.all([
    import('minisearch'),
    fetch('/docs/search.json'),
  ])
  if (!response.ok) throw new Error(`The search answered ${response.status}.`)
  const index = new Index<Entry>({
    fields: ['heading', 'title', 'text'],
    storeFields: ['title', 'heading'],
  })
  index.addAll(await response.json())
  return index
}

function find(index: MiniSearch<Entry>, query: string) {
  const found = index.search(query, {
    boost: { heading: 4, title: 3 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  })
  return found.slice(0, maxResults).map(({ id, title, heading }) => ({
    id: String(id),
    title: String(title),
    heading: String(heading),
  }))
}
