import type { IdentityProviderRecord, ProviderRequestRecord } from '#lib/persistence/store.ts'
import type { Identity } from './identity.ts'

/** A round trip as it comes back. */
export interface Returned {
  readonly request: ProviderRequestRecord
  readonly provider: IdentityProviderRecord
  /** Null when it may not be used any more. */
  readonly usable: IdentityProviderRecord | null
  /** The browser's next cookie. */
  readonly browser: string
  /** Asks the provider who it is. */
  identify(): Promise<Identity>
}
