import { proposedAddresses } from '#lib/guides/fill.ts'
import type { Guide } from '#lib/guides/guide.ts'
import { guides } from '#lib/guides/index.ts'

/** What the form needs to know of a guide. */
export interface Framework extends Pick<Guide, 'id' | 'title' | 'kind' | 'mark' | 'color'> {
  readonly library: string
  /** The address on the administrator's computer; '' for none. */
  readonly redirectUri: string
}

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

/**
 * The redirect URI to register: as typed, but the proposal of another framework, which a browser without scripts leaves
 * in the field, gives way to that of the chosen one.
 */
export function chosenRedirectUri(
  frameworks: readonly Framework[],
  answer: string,
  typed: string,
): string {
  const isProposal = frameworks.some(({ redirectUri }) => redirectUri === typed)
  if (!isProposal) return typed
  return frameworks.find(({ id }) => id === answer)?.redirectUri ?? ''
}
