import type { NamedResource } from '../resources.ts'

/** What a completed sign-in grants. */
export interface Granted {
  readonly scopes: readonly string[]
  /** The resources that its tokens are limited to; none for no limit. */
  readonly resources: readonly NamedResource[]
  readonly grantIdentifier: string
}
