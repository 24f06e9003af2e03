import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { isOneLine } from '#lib/base/text/text.ts'
import { type Context, type Tx, transaction } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import type { Claims } from '#lib/domain/identity-providers/email-trust.ts'
import { usableProvider } from '#lib/domain/identity-providers/usable.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import type {
  IdentityProviderRecord,
  InteractionRecord,
  UserIdentityRecord,
  UserRecord,
} from '#lib/persistence/store.ts'
import {
  changeInteraction,
  type StoredInteraction,
  stateMismatch,
} from '../authorize/interaction.ts'
import type { Identity } from './identity.ts'
import type { PendingIdentity } from './pending-identity.ts'
import { proofChange } from './proof.ts'
import { type Settled, settle } from './settle.ts'

/** How often to begin again when another request links or creates first. */
const attempts = 3

type Binding = Pick<InteractionRecord, 'browserHash'>

/** As `Settled`, or an account that is disabled. */
export type Arrived = Exclude<Settled, { linked: true }> | { readonly disabled: UserRecord }

/**
 * Brings a person from a provider into a sign-in: as the user whom the identity is linked to, else as `settle` decides.
 * @throws InteractionRefused `state_mismatch`; ProviderFailure
 */
export async function arrive(
  ctx: Context,
  interaction: StoredInteraction,
  provider: IdentityProviderRecord,
  identity: Identity,
  binding: Binding,
): Promise<Arrived> {
  const key = { providerId: provider.id, issuer: identity.issuer, subject: identity.subject }
  for (let attempt = 1; ; attempt++) {
    const linked = await ctx.store.userIdentities.find(key)
    if (linked) return enter(ctx, interaction, provider, identity, linked, binding)
    try {
      const pending = await pendingOf(provider, identity)
      const settled = await settle(ctx, interaction, pending, binding)
      if (!('linked' in settled)) return settled
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === attempts) throw error
    }
  }
}

/** Rows are locked in the order of `Store`, the provider first. */
async function enter(
  ctx: Context,
  interaction: StoredInteraction,
  provider: IdentityProviderRecord,
  identity: Identity,
  linked: UserIdentityRecord,
  binding: Binding,
): Promise<Arrived> {
  const user = await ctx.store.users.findById(linked.userId)
  if (!user) throw stateMismatch(interaction)
  if (!user.enabled) return { disabled: user }
  const write = async (tx: Tx): Promise<Arrived> => {
    await tx.store.identityProviders.hold(provider.id)
    if (!(await usableProvider(tx, { id: provider.id }))) return { refused: 'gone' }
    const now = await tx.store.users.hold(user.id)
    const isSame =
      now?.enabled === true &&
      now.authStateGeneration === user.authStateGeneration &&
      now.otpConfigGeneration === user.otpConfigGeneration
    const link = await tx.store.userIdentities.holdAt(user.id, provider.id)
    if (!isSame || link?.id !== linked.id) throw stateMismatch(interaction)
    const proven = proofChange(tx, interaction, provider, now, identity)
    const row = await changeInteraction(tx, interaction, { ...proven, ...binding })
    await tx.store.userIdentities.noteUse(linked.id, identity.email || linked.email, tx.now)
    const { id: providerId, alias } = provider
    audit(tx, 'auth_success_provider', { userId: user.id, providerId, alias })
    return { row, user: now }
  }
  return withKeyedLock(`user ${user.id}`, () => transaction(ctx, write))
}

async function pendingOf(
  { id: providerId }: IdentityProviderRecord,
  identity: Identity,
): Promise<PendingIdentity> {
  const { email, claims } = await identity.profile()
  return {
    providerId,
    issuer: identity.issuer,
    subject: identity.subject,
    email: email.address,
    isEmailProven: email.isProven,
    isProvenHere: false,
    wantsFresh: false,
    isStrong: identity.isStrong,
    authTime: identity.authTime?.toISOString() ?? null,
    ...namesOf(claims),
    linkTo: null,
    isTrusted: false,
  }
}

/** Names that break the rules of this server's fields are left out. */
function namesOf(claims: Claims): { givenName: string; familyName: string } {
  const read = (name: string) => {
    const value = claims[name]
    const text = typeof value === 'string' ? value.normalize().trim() : ''
    return isOneLine(text) && !/[<>]/.test(text) && [...text].length <= 64 ? text : ''
  }
  return { givenName: read('given_name'), familyName: read('family_name') }
}
