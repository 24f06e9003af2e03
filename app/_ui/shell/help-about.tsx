'use client'

import { useEffect, useSyncExternalStore } from 'react'
import type { AboutPage } from './about-page.ts'

/**
 * What the page of this tab told about itself: null after a page that told nothing, undefined until the first did.
 * Never written on the server, where requests would share it.
 */
let told: AboutPage | null | undefined
const listeners = new Set<() => void>()

function tell(about: AboutPage | null): void {
  told = about
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the help what the page is about: the bar outlives the page. */
export function TellHelp({ about: { text, chapter } }: { readonly about: AboutPage }) {
  useEffect(() => {
    tell({ text, chapter })
    return () => tell(null)
  }, [text, chapter])
  return null
}

interface HelpAboutProps {
  /** About the page that the server sent with the bar. */
  readonly first: AboutPage
  /** Of the link to the chapter. */
  readonly label: string
}

/** What the current page is for, and the link to its chapter. */
export function HelpAbout({ first, label }: HelpAboutProps) {
  const about = useSyncExternalStore(
    subscribe,
    () => told,
    () => undefined,
  )
  const { text, chapter } = about === undefined ? first : (about ?? { text: '', chapter: '/docs' })
  return (
    <>
      {text && <p className="ui-help-text">{text}</p>}
      <a href={chapter}>{label}</a>
    </>
  )
}
