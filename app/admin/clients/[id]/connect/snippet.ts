import type { Endpoints } from './discovery.ts'

/** Placeholder for the secret until it is shown. */
export const secretMark = '<client-secret>'

/** Configuration to copy. */
export interface Snippet {
  readonly id: 'auth-js' | 'openid-client' | 'oauth2-proxy' | 'oidc-client-ts' | 'env' | 'machine'
  /** Name of the product; null if the catalog names it. */
  readonly title: string | null
  /** End of the key of its note. */
  readonly note:
    | 'auth_js'
    | 'openid_client'
    | 'oauth2_proxy'
    | 'spa'
    | 'browser'
    | 'env'
    | 'machine'
  readonly code: string
}

/** Values for the snippets. */
export interface SnippetValues extends Endpoints {
  readonly appName: string
  readonly clientIdentifier: string
  readonly redirectUri: string
  /** The client's own permissions as scopes, separated by spaces. */
  readonly ownScopes: string
}
