'use client'

import { useEffect } from 'react'
import type { UnsavedChanges } from './unsaved-changes.ts'

/**
 * Asks before following a link or going back, while changes are unsaved. Other ways out get the browser's own prompt:
 * closing the tab, loading another page by a form, or going back without the Navigation API.
 * @param ask receives the function that leaves the page; must not change between renders
 */
export function useNavigationPrompt(
  unsaved: UnsavedChanges,
  ask: (leave: () => void) => void,
): void {
  useEffect(() => {
    const isUnsaved = () => unsaved.total() > 0
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      const link = linkAway(event)
      if (!link || !isUnsaved()) return
      event.preventDefault()
      event.stopPropagation()
      ask(() => link.click())
    }
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || !isUnsaved()) return
      event.preventDefault()
      const { key } = event.destination
      ask(() => goTo(key))
    }
    // The capture phase comes before the handlers of Next's links.
    document.addEventListener('click', onClick, true)
    window.addEventListener('beforeunload', onUnload)
    const history = 'navigation' in window ? window.navigation : null
    history?.addEventListener('navigate', onNavigate)
    return () => {
      document.removeEventListener('click', onClick, true)
      window.removeEventListener('beforeunload', onUnload)
      history?.removeEventListener('navigate', onNavigate)
    }
  }, [unsaved, ask])
}

/** The link that a click opens in this tab; null if the click does not leave the page. */
function linkAway(event: MouseEvent): HTMLAnchorElement | null {
  const { button, metaKey, ctrlKey, shiftKey, altKey, target } = event
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.hasAttribute('download')) return null
  if (link.target && link.target !== '_self') return null
  const isPart = link.hash !== '' && withoutHash(link.href) === withoutHash(location.href)
  return /^https?:$/.test(link.protocol) && !isPart ? link : null
}

function withoutHash(address: string): string {
  return address.replace(/#.*$/, '')
}

/** Another traversal may abort this one, which is no failure. */
function goTo(key: string): void {
  const { committed, finished } = window.navigation.traverseTo(key)
  for (const step of [committed, finished]) step?.catch(() => {})
}
