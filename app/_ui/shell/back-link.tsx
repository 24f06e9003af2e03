'use client'

import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useState } from 'react'

interface BackLinkProps {
  /** The list, optionally with a page and query. */
  readonly href: string
  readonly label: string
}

/**
 * The link back to a list. Without a query in `href`, it leads to the list as this tab last showed it: same page,
 * search, filters and order. Without scripts or the Navigation API, it leads to the first page.
 */
export function BackLink({ href, label }: BackLinkProps) {
  const [address, setAddress] = useState(href)
  useEffect(() => setAddress(asItWasLeft(href)), [href])
  return (
    <Link
      href={address}
      prefetch={false}
      className="inline-flex min-h-6 pointer-coarse:min-h-11 min-w-0 items-center gap-1"
    >
      <ChevronLeft className="flip lg:hidden" aria-hidden="true" />
      {label}
    </Link>
  )
}

/** Query parameters that are not of the list: a notice is shown once. */
const dropped = ['done']

/** The address of a list when this tab last showed it. */
function asItWasLeft(list: string): string {
  if (list.includes('?') || !('navigation' in window)) return list
  const { currentEntry } = window.navigation
  const before = window.navigation.entries().slice(0, currentEntry?.index)
  const last = before
    .map(({ url }) => new URL(url ?? '', location.href))
    .findLast(({ pathname }) => pathname === list)
  const place = [...(last?.searchParams ?? [])].filter(([name]) => !dropped.includes(name))
  return place.length > 0 ? `${list}?${new URLSearchParams(place)}` : list
}
