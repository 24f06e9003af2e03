import { type AnyContext, type Context, type Tx, transaction } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import type { BrowserSession } from '#lib/domain/sessions/sessions.ts'
import type { InteractionChange, InteractionRecord, UserRecord } from '#lib/persistence/store.ts'
import { bindingTo } from './browser-binding.ts'
import { changeInteraction, noOtherProof, type StoredInteraction } from './interaction.ts'

/** A correct password that was entered in an interaction, before its verification is stored. */
export interface EnteredPassword {
  readonly interaction: StoredInteraction
  /** Its user, as read for the password check. */
  readonly user: UserRecord
  /** The cookie that the browser gets after the password. */
  readonly browser: string
  /** Replaces the stored hash; null when that hash is up to date. */
  readonly passwordHash: string | null
  /** The browser said that it can make passkeys. */
  readonly canOfferPasskey: boolean
  /**
   * The session to continue although the browser has no cookie of it yet; absent: the session that the cookie
   * names.
   */
  readonly session?: BrowserSession
}

/** The interaction as it will be once the password is stored. */
export function withEntered(ctx: Context, entered: EnteredPassword): StoredInteraction {
  const { interaction } = entered
  return { ...interaction, row: { ...interaction.row, ...changeOf(ctx, entered) } }
}

/**
 * Stores an entered password in a transaction of its own.
 * @returns the changed interaction
 * @throws InteractionRefused `state_mismatch` when another submit was first
 */
export async function storeEntered(
  ctx: Context,
  entered: EnteredPassword,
): Promise<StoredInteraction> {
  const { request } = entered.interaction
  const row = await transaction(ctx, async (tx) => {
    await acceptPassword(tx, entered)
    return storeProof(tx, entered)
  })
  return { request, row }
}

/** Writes `auth_success_pwd`, and the user's new hash if there is one. */
export async function acceptPassword(
  tx: Tx,
  { user, passwordHash }: EnteredPassword,
): Promise<void> {
  audit(tx, 'auth_success_pwd', { userId: user.id })
  if (passwordHash) await tx.store.users.rehash(user.id, user.passwordHash, passwordHash)
}

/**
 * Stores the proof of an entered password in the interaction.
 * @param more further changes of the interaction
 * @throws InteractionRefused `state_mismatch` when another submit was first
 */
export async function storeProof(
  tx: Tx,
  entered: EnteredPassword,
  more: InteractionChange = {},
): Promise<InteractionRecord> {
  return changeInteraction(tx, entered.interaction, { ...changeOf(tx, entered), ...more })
}

function changeOf(ctx: AnyContext, entered: EnteredPassword) {
  const { user, browser } = entered
  return {
    userId: user.id,
    passwordVerifiedAt: ctx.now,
    authStateGeneration: user.authStateGeneration,
    otpConfigGeneration: user.otpConfigGeneration,
    // Another user may have made the earlier proofs and approvals.
    otpVerifiedAt: null,
    ...noOtherProof,
    canOfferPasskey: entered.canOfferPasskey,
    otpEnrollmentSecretEncrypted: null,
    consentedScope: null,
    formError: '',
    formEmail: '',
    // Binds to the new secret: an attacker who planted the cookie knows the older ones.
    ...bindingTo(browser),
  }
}
