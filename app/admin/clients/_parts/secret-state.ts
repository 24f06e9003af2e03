/** The page's knowledge of a client's secret. */
export type SecretState =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'shown'; readonly secret: string }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'session-ended' }

export const hiddenSecret: SecretState = { kind: 'hidden' }
