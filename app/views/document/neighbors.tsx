import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { DocumentSection } from '#lib/answers/document.ts'

interface NeighborsProps {
  /** Path of the page. */
  readonly address: string
  readonly sections: readonly DocumentSection[]
}

/** Links to the pages before and after this one, in the order of the menu. */
export function Neighbors({ address, sections }: NeighborsProps) {
  const links = sections.flatMap((section) => section.links)
  const here = links.findIndex(({ href }) => href === address)
  const before = links[here - 1]
  const after = links[here + 1]
  return (
    <nav aria-label="Previous and next page" className="ui-doc-neighbors print:hidden">
      {before && (
        <a href={before.href}>
          <ArrowLeft aria-hidden="true" />
          {before.label}
        </a>
      )}
      {after && (
        <a href={after.href} className="ms-auto">
          {after.label}
          <ArrowRight aria-hidden="true" />
        </a>
      )}
    </nav>
  )
}
