import { briefTransaction, type Context, type Tx } from '#lib/context.ts'
import { audit } from '#lib/domain/audit.ts'
import type { BrowserSession } from '#lib/domain/sessions.ts'
import type { CeremonyChange, CeremonyRecord, UserRecord } from '#lib/persistence/store.ts'
import { bindingTo } from './browser-binding.ts'
import { changeCeremony, type StoredCeremony } from './ceremony.ts'

/** A right password that was entered in a ceremony, before anything of it is stored. */
export interface EnteredPassword {
  readonly ceremony: StoredCeremony
  /** Whose it is, as read to check it. */
  readonly user: UserRecord
  /** The cookie that the browser gets for it. */
  readonly browser: string
  /** To take the stored hash's place; null where that is as it should be. */
  readonly passwordHash: string | null
  /** The session that goes on although the browser has no cookie of it yet; absent: the one that the cookie names. */
  readonly session?: BrowserSession
}

/** The ceremony as the password makes it. */
export function withEntered(ctx: Context, entered: EnteredPassword): StoredCeremony {
  const { ceremony } = entered
  return { ...ceremony, row: { ...ceremony.row, ...changeOf(ctx, entered) } }
}

/**
 * Stores an entered password by itself.
 * @returns the ceremony as it then stands
 * @throws CeremonyRefused `state_mismatch` when another submit was first
 */
export async function storeEntered(
  ctx: Context,
  entered: EnteredPassword,
): Promise<StoredCeremony> {
  const { request } = entered.ceremony
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
 * Writes what an entered password proves into the ceremony.
 * @param more what else the ceremony becomes
 * @throws CeremonyRefused `state_mismatch` when another submit was first
 */
export async function storeProof(
  tx: Tx,
  entered: EnteredPassword,
  more: CeremonyChange = {},
): Promise<CeremonyRecord> {
  return changeCeremony(tx, entered.ceremony, { ...changeOf(tx, entered), ...more })
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
