import type { NamedResource } from '../resources.ts'

/** The result of a completed sign-in. */
export interface Granted {
  readonly scopes: readonly string[]
  /** The resources that the tokens are limited to; none for no limit. */
  readonly resources: readonly NamedResource[]
  readonly grantIdentifier: string
}
