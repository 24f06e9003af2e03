import Link from 'next/link'
import type { ReactNode } from 'react'

/** Figures in one panel. */
export function Stats({
  label,
  children,
}: {
  readonly label?: string
  readonly children: ReactNode
}) {
  return (
    <ul aria-label={label} className="ui-panel ui-stats mb-5">
      {children}
    </ul>
  )
}

interface StatProps {
  readonly id: string
  readonly label: string
  readonly value: string
  /** The list that the figure counts. */
  readonly href?: string | undefined
  /** The comparison of the figure, in words. */
  readonly delta?: string | undefined
  /** The change is for the worse. */
  readonly isBad?: boolean | undefined
}

/** One figure; a link to the list that it counts. */
export function Stat({ id, label, value, href, delta, isBad = false }: StatProps) {
  const figure = (
    <>
      <span>{label}</span>
      <b>{value}</b>
      {delta && <span className={`ui-delta ${isBad ? 'ui-delta-bad' : ''}`}>{delta}</span>}
    </>
  )
  return (
    <li id={id} className="grid">
      {href ? (
        <Link href={href} prefetch={false} className="ui-stat">
          {figure}
        </Link>
      ) : (
        <span className="ui-stat">{figure}</span>
      )}
    </li>
  )
}
