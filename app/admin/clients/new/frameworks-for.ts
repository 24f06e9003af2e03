import { proposedAddresses } from '#lib/guides/fill.ts'
import { guides } from '#lib/guides/index.ts'
import type { Framework } from './framework.ts'

/** What the form offers. Apart from the form, which the browser loads: the guides themselves are long. */
export function frameworksFor(issuer: string): readonly Framework[] {
  return guides.map((guide) => ({
    id: guide.id,
    title: guide.title,
    kind: guide.kind,
    mark: guide.mark,
    color: guide.color,
    library: guide.library,
    redirectUri: proposedAddresses(guide, issuer).redirectUri,
  }))
}
