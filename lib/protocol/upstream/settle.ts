import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { linkIdentity } from '#lib/domain/identity-providers/linked-identities.ts'
import { followGroups } from '#lib/domain/identity-providers/mapped-groups.ts'
import type { Standing } from '#lib/domain/identity-providers/standing.ts'
import { revokeAuthState } from '#lib/domain/retention/revocation.ts'
import { createUser } from '#lib/domain/users/users.ts'
import type {
  IdentityProviderRecord,
  InteractionRecord,
  UserRecord,
} from '#lib/persistence/store.ts'
import { changeInteraction, type StoredInteraction } from '../authorize/interaction.ts'
import { type PendingIdentity, sealPending } from './pending-identity.ts'
import { isFreshEnough, type ProviderProof, pendingChange, proofChange } from './proof.ts'
import { type ReadStanding, readStanding } from './read-standing.ts'

/**
 * The new state of a sign-in, or the reason why it cannot continue with the provider. `linked`: another request linked
 * the identity first.
 */
export type Settled =
  | { readonly row: InteractionRecord; readonly user: UserRecord | null }
  | { readonly linked: true }
  | { readonly refused: 'gone' | Extract<Standing, { act: 'refuse' }>['reason'] }

/** Columns that go with the change: the browser's next secret. */
type Binding = Pick<InteractionRecord, 'browserHash'>

/**
 * Decides which account belongs to an identity, and changes the interaction: a new account, the account of the address,
 * or a question. Provider, rules and account are read in the transaction that writes. Writes `created_user`,
 * `linked_provider` and `auth_success_provider` for a new account.
 * @throws a unique violation when another request linked or created first: the caller begins again
 * @throws InteractionRefused `state_mismatch`
 */
export function settle(
  ctx: Context,
  interaction: StoredInteraction,
  pending: PendingIdentity,
  binding: Binding,
): Promise<Settled> {
  return adminTransaction(ctx, async (tx) => {
    await tx.store.identityProviders.hold(pending.providerId)
    const read = await readStanding(tx, pending)
    if (!read) return { refused: 'gone' }
    return act(tx, interaction, pending, binding, read)
  })
}

async function act(
  tx: AdminTx,
  interaction: StoredInteraction,
  pending: PendingIdentity,
  binding: Binding,
  { provider, standing, account }: ReadStanding,
): Promise<Settled> {
  if (await tx.store.userIdentities.find(pending)) return { linked: true }
  if (standing.act === 'refuse') return { refused: standing.reason }
  if (standing.act === 'create') return createFrom(tx, interaction, provider, pending, binding)
  const isAsked = standing.act === 'ask' || standing.act === 'link'
  const kept = { ...pending, linkTo: isAsked ? standing.userId : null }
  const proof = proofOf(pending)
  if (standing.act === 'link' && account && isFreshEnough(tx, interaction, proof)) {
    const sealed = sealPending(tx, interaction.row, { ...kept, isTrusted: true })
    const proven = proofChange(tx, interaction, provider, account, proof)
    const row = await changeInteraction(tx, interaction, { ...proven, ...sealed, ...binding })
    return { row, user: account }
  }
  const sealed = sealPending(tx, interaction.row, kept)
  const change = { ...pendingChange(sealed), ...binding }
  return { row: await changeInteraction(tx, interaction, change), user: null }
}

function proofOf({ isStrong, authTime }: PendingIdentity): ProviderProof {
  return { isStrong, authTime: authTime === null ? null : new Date(authTime) }
}

/** The account and its link are one transaction. */
async function createFrom(
  tx: AdminTx,
  interaction: StoredInteraction,
  provider: IdentityProviderRecord,
  pending: PendingIdentity,
  binding: Binding,
): Promise<Settled> {
  const { email, profile, groups } = pending
  const locale = tx.mail.languageOf([...interaction.request.uiLocales, tx.acceptLanguage].join(','))
  const noNames = { givenName: '', middleName: '', familyName: '' }
  const proven = { email, emailVerified: true, passwordHash: '' }
  const user = await createUser(tx, { ...noNames, locale, ...profile, ...proven }, '')
  await linkIdentity(tx, user, provider, pending, null)
  await followGroups(tx, provider, user.id, groups)
  const { id: providerId, alias } = provider
  audit(tx, 'auth_success_provider', { userId: user.id, providerId, alias })
  const change = proofChange(tx, interaction, provider, user, proofOf(pending))
  return { row: await changeInteraction(tx, interaction, { ...change, ...binding }), user }
}

/**
 * Gives an address to the person who has proven it, although an account here has it without proof. The person gets a
 * new account with a new subject, so that no application shows them the other account's data. The other account loses
 * the address and is disabled, with its sessions and grants. Writes `released_unverified_address` besides the entries
 * of a new account.
 * @throws as `settle`
 */
export function startFresh(
  ctx: Context,
  interaction: StoredInteraction,
  pending: PendingIdentity,
  binding: Binding,
): Promise<Settled> {
  return adminTransaction(ctx, async (tx) => {
    await tx.store.identityProviders.hold(pending.providerId)
    const found = await readStanding(tx, pending)
    if (!found) return { refused: 'gone' }
    const holder = found.account && (await tx.store.users.lock(found.account.id))
    const read = await readStanding(tx, pending)
    if (!read || !holder) return act(tx, interaction, pending, binding, read ?? found)
    const { standing, provider } = read
    if (standing.act !== 'ask' || !standing.mayStartFresh || standing.userId !== holder.id) {
      return act(tx, interaction, pending, binding, read)
    }
    await release(tx, holder)
    return createFrom(tx, interaction, provider, pending, binding)
  })
}

async function release(tx: AdminTx, user: UserRecord): Promise<void> {
  const { id: userId } = user
  const email = `released-${userId}@address.invalid`
  await tx.store.users.change(userId, {
    email,
    enabled: false,
    pendingEmail: '',
    pendingEmailCodeEncrypted: null,
    emailVerificationCodeEncrypted: null,
    forgotPasswordCodeHash: null,
  })
  audit(tx, 'released_unverified_address', { userId, email })
  await revokeAuthState(tx, { ...user, email }, { reason: 'account_disabled', loggedInUser: '' })
}
