/** The result of connecting an account, from the address of the page. */
const results = [
  'connected',
  'already',
  'other',
  'taken',
  'unreachable',
  'cancelled',
  'refused',
  'gone',
] as const

export type LinkResult = (typeof results)[number]

export function linkResultOf(said: unknown): LinkResult | undefined {
  return results.find((one) => one === said)
}

/** After these, the provider is to ask which account there it is. */
export function wantsOther(result: LinkResult): boolean {
  return result === 'taken' || result === 'cancelled'
}
