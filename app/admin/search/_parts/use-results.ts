'use client'

import { useEffect, useState } from 'react'
import type { FoundGroup } from './found.ts'

/** How long the visitor pauses before the search, in milliseconds. */
const pauseMs = 120

interface Results {
  readonly groups: readonly FoundGroup[]
  /** The text that they belong to; null before the first ones. */
  readonly of: string | null
  readonly hasFailed: boolean
}

/** The results of the typed text; those of an earlier text stay until the new ones arrive. */
export function useResults(text: string, isOpen: boolean): Results {
  const [results, setResults] = useState<Results>({ groups: [], of: null, hasFailed: false })
  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    const timer = setTimeout(
      () => {
        read(text, controller.signal)
          .then((groups) => setResults({ groups, of: text, hasFailed: false }))
          .catch(() => {
            if (!controller.signal.aborted) setResults({ groups: [], of: text, hasFailed: true })
          })
      },
      text === '' ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, isOpen])
  return results
}

async function read(text: string, signal: AbortSignal): Promise<readonly FoundGroup[]> {
  const query = new URLSearchParams({ query: text })
  const response = await fetch(`/admin/search/results?${query}`, { signal })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  // The session ended, or the server cannot answer; the page explains it.
  if (response.ok && !isJson) location.assign(`/admin/search?${query}`)
  if (!response.ok || !isJson) throw new Error(`The search answered ${response.status}.`)
  return ((await response.json()) as { readonly groups: readonly FoundGroup[] }).groups
}
