'use client'

import type MiniSearch from 'minisearch'
import { useCallback, useMemo, useRef, useState } from 'react'
import { type Entry, find, indexOptions } from './search-index.ts'

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
  const index = new Index<Entry>(indexOptions)
  index.addAll(await response.json())
  return index
}
