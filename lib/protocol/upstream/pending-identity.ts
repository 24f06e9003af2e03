import type { AnyContext } from '#lib/context.ts'
import type { FieldColumns } from '#lib/domain/users/profile.ts'
import type { InteractionRecord } from '#lib/persistence/store.ts'

/** A provider's statements about a person who has no account here yet, or has not proven which one is theirs. */
export interface PendingIdentity {
  readonly providerId: number
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly isEmailProven: boolean
  /** Proven by a code that this server mailed, not by the provider's word. */
  readonly isProvenHere: boolean
  /** The person says that the account with the address is not theirs. */
  readonly wantsFresh: boolean
  readonly isStrong: boolean
  /** ISO 8601; null if the provider did not state it. */
  readonly authTime: string | null
  /** Columns of a new account. */
  readonly profile: FieldColumns
  /** The values that name groups; null: the provider did not state them. */
  readonly groups: readonly string[] | null
  /** The account to link once its owner has signed in to it; null while the address is not proven. */
  readonly linkTo: number | null
  /** Linked without a question: the provider itself is the proof. */
  readonly isTrusted: boolean
}

type Kept = Pick<InteractionRecord, 'id' | 'pendingIdentityEncrypted'>

function placeOf({ id }: Pick<InteractionRecord, 'id'>) {
  return `ceremonies.pending_identity_encrypted/${id}` as const
}

/** The column of an interaction that keeps the identity. */
export function sealPending(
  { cipher }: Pick<AnyContext, 'cipher'>,
  row: Pick<InteractionRecord, 'id'>,
  pending: PendingIdentity,
) {
  return { pendingIdentityEncrypted: cipher.seal(JSON.stringify(pending), placeOf(row)) }
}

/** Null without one. */
export function openPending(
  { cipher }: Pick<AnyContext, 'cipher'>,
  row: Kept | null,
): PendingIdentity | null {
  if (!row?.pendingIdentityEncrypted) return null
  const text = cipher.open(row.pendingIdentityEncrypted, placeOf(row))
  return JSON.parse(text) as PendingIdentity
}
