'use client'

import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { isSingleKey } from '#app/_ui/shell/key-press.ts'
import type { Beside } from './beside.ts'

interface BesideLinksProps {
  readonly beside: Beside
  readonly labels: { readonly newer: string; readonly older: string }
}

/** Ways to the entries above and below, which the arrow keys follow too. */
export function BesideLinks({ beside: { newer, older }, labels }: BesideLinksProps) {
  const up = useRef<HTMLAnchorElement>(null)
  const down = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const link = { ArrowUp: up, ArrowDown: down }[event.key]?.current
      // In the table, the arrows move between its rows.
      const isInTable = (event.target as HTMLElement).closest('table, [role=listbox]') !== null
      if (!link || isInTable || event.shiftKey || !isSingleKey(event)) return
      event.preventDefault()
      link.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Way ref={up} href={newer} label={labels.newer} icon={ChevronUp} />
      <Way ref={down} href={older} label={labels.older} icon={ChevronDown} />
    </>
  )
}

interface WayProps {
  readonly ref: React.Ref<HTMLAnchorElement>
  /** Absent at the end of the page. */
  readonly href: string | undefined
  readonly label: string
  readonly icon: LucideIcon
}

function Way({ ref, href, label, icon: Icon }: WayProps) {
  if (href === undefined) return null
  return (
    <Link
      ref={ref}
      href={href}
      prefetch={false}
      scroll={false}
      aria-label={label}
      className="btn btn-square btn-ghost btn-sm"
    >
      <Icon aria-hidden="true" />
    </Link>
  )
}
