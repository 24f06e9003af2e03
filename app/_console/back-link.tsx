'use client'

import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useState } from 'react'

interface BackLinkProps {
  /** The list, or the list with the place in it. */
  readonly href: string
  readonly label: string
}

/**
 * The way back to a list. Where the address names no place in the list, it leads to the list as it was
 * left in this tab: on its page, with what was looked for. Browsers without scripts or without the
 * Navigation API begin at the list's start.
 */
export function BackLink({ href, label }: BackLinkProps) {
  const [address, setAddress] = useState(href)
  useEffect(() => setAddress(asItWasLeft(href)), [href])
  return (
    <Link
      href={address}
      prefetch={false}
      className="mb-2 pointer-coarse:-mt-2.5 pointer-coarse:-mb-0.5 inline-flex min-h-6 pointer-coarse:min-h-11 items-center gap-1 text-muted text-sm hover:text-base-content hover:underline print:hidden"
    >
      <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
      {label}
    </Link>
  )
}

/** What a list keeps of its address; a notice, for one, is told once. */
const kept = ['query', 'page']

/** The address of a list when this tab showed it last. */
function asItWasLeft(list: string): string {
  if (list.includes('?') || !('navigation' in window)) return list
  const { currentEntry } = window.navigation
  const before = window.navigation.entries().slice(0, currentEntry?.index)
  const last = before
    .map(({ url }) => new URL(url ?? '', location.href))
    .findLast(({ pathname }) => pathname === list)
  const place = [...(last?.searchParams ?? [])].filter(([name]) => kept.includes(name))
  return place.length > 0 ? `${list}?${new URLSearchParams(place)}` : list
}
