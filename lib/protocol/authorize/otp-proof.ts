import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { type Context, type Tx, transaction } from '#lib/context.ts'
import { audit } from '#lib/domain/audit/audit.ts'
import { placeOf, sendNotice } from '#lib/domain/mail/notices.ts'
import { matchStep, newOtpSecret, otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import { recordReplay, spendStep } from '#lib/domain/sign-in/otp-replay.ts'
import { codesWithFactor, type RecoveryCodeSet } from '#lib/domain/sign-in/recovery-codes.ts'
import type { InteractionRecord, UserRecord } from '#lib/persistence/store.ts'
import { bindingTo, cookieAfterProof } from './browser-binding.ts'
import { reload } from './continue-interaction.ts'
import { changeInteraction, type StoredInteraction, stateMismatch } from './interaction.ts'
import { keepFirstCodes } from './new-recovery-codes.ts'

export interface Challenge {
  readonly interaction: StoredInteraction
  readonly user: UserRecord
  readonly step: 'otp' | 'otp-enrollment'
}

/**
 * Returns the secret that the interaction's page shows: generated on the first visit, and the same on every later
 * one.
 */
export async function enrollmentSecret(
  ctx: Context,
  interaction: StoredInteraction,
): Promise<string> {
  const { row } = interaction
  const place = pendingPlace(row)
  if (row.otpEnrollmentSecretEncrypted) {
    return ctx.cipher.open(row.otpEnrollmentSecretEncrypted, place)
  }
  const secret = newOtpSecret()
  const otpEnrollmentSecretEncrypted = ctx.cipher.seal(secret, place)
  if (await ctx.store.interactions.change(row, { otpEnrollmentSecretEncrypted })) return secret
  // Two concurrent requests for the page both show the secret that was stored first.
  const { row: now, request } = await reload(ctx, interaction)
  if (now.otpEnrollmentSecretEncrypted) {
    return ctx.cipher.open(now.otpEnrollmentSecretEncrypted, place)
  }
  throw stateMismatch({ row: now, request })
}

/**
 * Returns the secret to which the typed code must belong.
 * @throws InteractionRefused `state_mismatch` when none was shown
 */
export function openSecret(ctx: Context, { interaction, user, step }: Challenge): string {
  const { row } = interaction
  const [sealed, place] =
    step === 'otp'
      ? [user.otpSecretEncrypted, otpSecretPlace(user.id)]
      : [row.otpEnrollmentSecretEncrypted, pendingPlace(row)]
  if (sealed) return ctx.cipher.open(sealed, place)
  // The form was sent without its page, so no secret was shown.
  throw stateMismatch(interaction)
}

/** What the form of a code sends. */
export interface SentCode {
  readonly code: string
  /** The browser's. */
  readonly cookie: string
  /** The user asked to remember this browser. */
  readonly remembers: boolean
}

/**
 * Checks the typed code and spends it. On success the interaction's second factor is proven, a missing one is set
 * up for the user, and the browser gets a new cookie. Writes `auth_success_otp` and, on setup, `enabled_otp`; or
 * `otp_code_replay_detected`.
 * @param secret base32
 * @returns the interaction's row and the cookie; null for a wrong code, and for a code with a spent time step
 * @throws InteractionRefused `state_mismatch` when another submit was first, or the user changed meanwhile
 */
export async function checkCode(
  ctx: Context,
  challenge: Challenge,
  secret: string,
  { code, cookie, remembers }: SentCode,
): Promise<{ row: InteractionRecord; browser: string } | null> {
  const otpStep = matchStep(secret, code, ctx.now)
  if (otpStep === null) return null
  const userId = challenge.user.id
  const browser = cookieAfterProof(ctx, cookie, challenge.user, 'code')
  const codes =
    challenge.step === 'otp-enrollment' ? await codesWithFactor(ctx, challenge.user) : null
  const write = async (tx: Tx) => {
    const changed = await prove(tx, challenge, { otpStep, browser, codes, remembers })
    audit(tx, 'auth_success_otp', { userId })
    return changed
  }
  try {
    const row = await withKeyedLock(`user ${userId}`, () => transaction(ctx, write))
    return { row, browser }
  } catch (error) {
    await recordReplay(ctx, userId, error)
    return null
  }
}

interface Accepted {
  readonly otpStep: number
  /** The browser's next cookie. */
  readonly browser: string
  /** Recovery codes that come with the factor; null for none. */
  readonly codes: RecoveryCodeSet | null
  readonly remembers: boolean
}

/** Rows are locked in the order of `Store`. A late submit rolls back, so it spends no time step. */
async function prove(
  tx: Tx,
  { interaction, user, step }: Challenge,
  { otpStep, browser, codes, remembers }: Accepted,
): Promise<InteractionRecord> {
  const { users } = tx.store
  const enrolls = step === 'otp-enrollment'
  const now = await (enrolls ? users.lock(user.id) : users.hold(user.id))
  const isUnchanged = now?.enabled && now.otpConfigGeneration === user.otpConfigGeneration
  if (!isUnchanged) throw stateMismatch(interaction)
  const changed = await changeInteraction(tx, interaction, {
    userId: user.id,
    otpVerifiedAt: tx.now,
    remembers,
    otpConfigGeneration: user.otpConfigGeneration + (enrolls ? 1 : 0),
    otpEnrollmentSecretEncrypted: null,
    ...(await keepFirstCodes(tx, interaction.row, user, codes)),
    formError: '',
    formEmail: '',
    ...bindingTo(browser),
  })
  if (enrolls) await enable(tx, interaction, user)
  await spendStep(tx, user.id, otpStep)
  return changed
}

async function enable(tx: Tx, interaction: StoredInteraction, user: UserRecord): Promise<void> {
  const { row } = interaction
  const pending = row.otpEnrollmentSecretEncrypted
  if (!pending) throw stateMismatch(interaction)
  const secret = tx.cipher.open(pending, pendingPlace(row))
  const sealed = tx.cipher.seal(secret, otpSecretPlace(user.id))
  if (!(await tx.store.users.enableOtp(user.id, sealed))) throw stateMismatch(interaction)
  audit(tx, 'enabled_otp', { userId: user.id })
  sendNotice(tx, user, 'two-factor-enabled', placeOf(tx))
}

/** The encryption context of the secret that an enrollment page shows. */
function pendingPlace({ id }: InteractionRecord) {
  return `ceremonies.otp_enrollment_secret_encrypted/${id}` as const
}
