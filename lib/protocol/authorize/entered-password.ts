import { briefTransaction, type Context, type Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit.ts'
import type { BrowserSession } from '#lib/domain/sessions.ts'
import type { InteractionChange, InteractionRecord, UserRecord } from '#lib/persistence/store.ts'
import { bindingTo } from './browser-binding.ts'
import { changeInteraction, type StoredInteraction } from './interaction.ts'

/** A right password that was entered in an interaction, before anything of it is stored. */
export interface EnteredPassword {
  readonly interaction: StoredInteraction
  /** Whose it is, as read to check it. */
  readonly user: UserRecord
  /** The cookie that the browser gets for it. */
  readonly browser: string
  /** To take the stored hash's place; null where that is as it should be. */
  readonly passwordHash: string | null
  /** The session that goes on although the browser has no cookie of it yet; absent: the one that the cookie names. */
  readonly session?: BrowserSession
}

/** The interaction as the password makes it. */
export function withEntered(ctx: Context, entered: EnteredPassword): StoredInteraction {
  const { interaction } = entered
  return { ...interaction, row: { ...interaction.row, ...changeOf(ctx, entered) } }
}

/**
 * Stores an entered password by itself.
 * @returns the interaction as it then stands
 * @throws InteractionRefused `state_mismatch` when another submit was first
 */
export async function storeEntered(
  ctx: Context,
  entered: EnteredPassword,
): Promise<StoredInteraction> {
  const { request } = entered.interaction
  const row = await briefTransaction(ctx, async (tx) => {
    await acceptPassword(tx, entered)
    return storeProof(tx, entered)
  })
  return { request, row }
}

/** Writes `auth_success_pwd`, and the user's hash where it was replaced. */
export async function acceptPassword(
  tx: Tx,
  { user, passwordHash }: EnteredPassword,
): Promise<void> {
  audit(tx, 'auth_success_pwd', { userId: user.id })
  if (passwordHash) await tx.store.users.rehash(user.id, user.passwordHash, passwordHash)
}

/**
 * Writes what an entered password proves into the interaction.
 * @param more what else the interaction becomes
 * @throws InteractionRefused `state_mismatch` when another submit was first
 */
export async function storeProof(
  tx: Tx,
  entered: EnteredPassword,
  more: InteractionChange = {},
): Promise<InteractionRecord> {
  return changeInteraction(tx, entered.interaction, { ...changeOf(tx, entered), ...more })
}

function changeOf(ctx: Context, { user, browser }: EnteredPassword) {
  return {
    userId: user.id,
    passwordVerifiedAt: ctx.now,
    authStateGeneration: user.authStateGeneration,
    otpConfigGeneration: user.otpConfigGeneration,
    // Whatever was proven or approved before may have been another person's.
    otpVerifiedAt: null,
    otpEnrollmentSecretEncrypted: null,
    consentedScope: null,
    formError: '',
    formEmail: '',
    // To its new secret: whoever planted the cookie knows the one before.
    ...bindingTo(browser),
  }
}
