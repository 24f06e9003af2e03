import type { IdentityProviderRecord, ProviderRequestRecord } from '#lib/persistence/store.ts'
import type { Identity } from './identity.ts'

/** A completed round trip. */
export interface Returned {
  readonly request: ProviderRequestRecord
  readonly provider: IdentityProviderRecord
  /** Null when the provider may no longer be used. */
  readonly usable: IdentityProviderRecord | null
  /** The browser's next cookie. */
  readonly browser: string
  /** Reads from the provider who came back. */
  identify(): Promise<Identity>
}
