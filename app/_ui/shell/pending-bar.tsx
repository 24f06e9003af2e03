'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'

/** A page that arrives sooner shows no bar. */
const delayMs = 150

/** The bar at the top while the page of a clicked link is on its way. */
export function PendingBar() {
  const path = usePathname()
  const query = useSearchParams()
  const [clicked, setClicked] = useState<HTMLAnchorElement | null>(null)
  const [isLate, setLate] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that was waited for is there
  useEffect(() => setClicked(null), [path, query])
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event)
      if (link) setClicked(link)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  useEffect(() => {
    setLate(false)
    if (!clicked) return
    const timer = setTimeout(() => {
      setLate(true)
      clicked.setAttribute('aria-busy', 'true')
    }, delayMs)
    return () => {
      clearTimeout(timer)
      clicked.removeAttribute('aria-busy')
    }
  }, [clicked])
  return isLate && <div className="ui-pending" aria-hidden="true" />
}

/** The link that Next's router follows: it prevents the browser from doing so. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (!event.defaultPrevented || !(event.target instanceof Element)) return null
  const link = event.target.closest<HTMLAnchorElement>('a[href]')
  if (!link) return null
  const { origin, pathname, search } = new URL(link.href)
  const isOther = pathname + search !== location.pathname + location.search
  return origin === location.origin && isOther ? link : null
}
