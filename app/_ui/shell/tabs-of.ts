import type { Tab } from './tabs.tsx'

/** A tab by its pages. */
export interface TabLayout<Name extends string> {
  /** Default: the label of its only page. */
  readonly label?: string
  readonly pages: readonly Name[]
  readonly count?: number | undefined
  readonly isDanger?: boolean
}

interface TabParts<Name extends string> {
  readonly addressOf: (page: Name) => string
  readonly labelOf: (page: Name) => string
  /** The visitor may open the page. */
  readonly isOffered: (page: Name) => boolean
}

/** The tabs of a record with the pages that the visitor may open. */
export function tabsOf<Name extends string>(
  layout: readonly TabLayout<Name>[],
  { addressOf, labelOf, isOffered }: TabParts<Name>,
): readonly Tab[] {
  return layout.flatMap(({ label, pages: all, count, isDanger = false }) => {
    const pages = all
      .filter(isOffered)
      .map((page) => ({ href: addressOf(page), label: labelOf(page) }))
    const [first] = pages
    return first ? [{ href: first.href, label: label ?? first.label, pages, count, isDanger }] : []
  })
}
