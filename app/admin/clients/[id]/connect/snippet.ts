import type { Endpoints } from './discovery.ts'

/** Stands for the secret until it is shown. */
export const secretMark = '<client-secret>'

/** A piece of configuration to copy. */
export interface Snippet {
  readonly id: 'auth-js' | 'openid-client' | 'oauth2-proxy' | 'oidc-client-ts' | 'env' | 'machine'
  /** Name of the product; null for what the page has words for. */
  readonly title: string | null
  /** End of the key of what must be known about it. */
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

/** What goes into the snippets. */
export interface SnippetValues extends Endpoints {
  readonly appName: string
  readonly clientIdentifier: string
  readonly redirectUri: string
  /** Of the client's own permissions, separated by spaces. */
  readonly ownScopes: string
}
