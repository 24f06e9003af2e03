import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { type AdminTx, adminTransaction, type Context, type Tx, transaction } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { mappedClaims } from '#lib/domain/identity-providers/mapped-claims.ts'
import { followGroups } from '#lib/domain/identity-providers/mapped-groups.ts'
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
import { readSaid, saidByLinked, takeProfile } from './said.ts'
import { type Settled, settle } from './settle.ts'

/** How often to begin again when another request links or creates first. */
const attempts = 3

type Binding = Pick<InteractionRecord, 'browserHash'>

/** As `Settled`, or an account that is disabled. */
export type Arrived = Exclude<Settled, { linked: true }> | { readonly disabled: UserRecord }

/**
 * Brings a person from a provider into a sign-in: as the user with the linked identity, or else as `settle` decides.
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
      const pending = await pendingOf(ctx, provider, identity)
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
  const { profile, groups } = await saidByLinked(ctx, provider, identity)
  const write = async (tx: Tx, admin: AdminTx | null): Promise<Arrived> => {
    await tx.store.identityProviders.hold(provider.id)
    if (!(await usableProvider(tx, { id: provider.id }))) return { refused: 'gone' }
    const now = await (admin ? tx.store.users.lock(user.id) : tx.store.users.hold(user.id))
    const isSame =
      now?.enabled === true &&
      now.authStateGeneration === user.authStateGeneration &&
      now.otpConfigGeneration === user.otpConfigGeneration
    const link = await tx.store.userIdentities.holdAt(user.id, provider.id)
    if (!isSame || link?.id !== linked.id) throw stateMismatch(interaction)
    if (admin) await takeProfile(admin, now, profile)
    await followGroups(tx, provider, user.id, groups)
    const proven = proofChange(tx, interaction, provider, now, identity)
    const row = await changeInteraction(tx, interaction, { ...proven, ...binding })
    await tx.store.userIdentities.noteUse(linked.id, identity.email || linked.email, tx.now)
    const { id: providerId, alias } = provider
    audit(tx, 'auth_success_provider', { userId: user.id, providerId, alias })
    return { row, user: now }
  }
  // Only the profile is administrative work, and only if it is taken over.
  const isTaken = Object.keys(profile).length > 0
  return withKeyedLock(`user ${user.id}`, () =>
    isTaken
      ? adminTransaction(ctx, (tx) => write(tx, tx))
      : transaction(ctx, (tx) => write(tx, null)),
  )
}

async function pendingOf(
  ctx: Context,
  provider: IdentityProviderRecord,
  identity: Identity,
): Promise<PendingIdentity> {
  const { email, claims } = await identity.profile(mappedClaims(provider, true))
  const { profile, groups } = await readSaid(ctx, provider, claims, true)
  return {
    providerId: provider.id,
    issuer: identity.issuer,
    subject: identity.subject,
    email: email.address,
    isEmailProven: email.isProven,
    isProvenHere: false,
    wantsFresh: false,
    isStrong: identity.isStrong,
    authTime: identity.authTime?.toISOString() ?? null,
    profile,
    groups,
    linkTo: null,
    isTrusted: false,
  }
}
