import type { Guide } from '#lib/guides/guide.ts'

/** What the form needs to know of a guide. */
export interface Framework extends Pick<Guide, 'id' | 'title' | 'kind' | 'mark' | 'color'> {
  readonly library: string
  /** The address on the administrator's computer; '' for none. */
  readonly redirectUri: string
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
