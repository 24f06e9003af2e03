/** What is known of a client's secret in the page. */
export type SecretState =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'shown'; readonly secret: string }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'session-ended' }

export const hiddenSecret: SecretState = { kind: 'hidden' }
