'use client'

import { useEffect } from 'react'
import type { UnsavedChanges } from './unsaved-changes.ts'

/**
 * While something is unsaved, asks in place of following a link or going back. What cannot be asked
 * about on the page (closing the tab, a form that loads another page, going back where the browser
 * has no Navigation API) the browser asks about itself, as far as it does.
 * @param ask is given what leaves the page after all; must not change between renders
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
    // Caught on the way down: Next's links act on the way up.
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

/** The link that a click follows in this tab; null for one that leaves the page where it is. */
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

/** Another press of the back button meanwhile ends this one; that is no failure. */
function goTo(key: string): void {
  const { committed, finished } = window.navigation.traverseTo(key)
  for (const step of [committed, finished]) step?.catch(() => {})
}
