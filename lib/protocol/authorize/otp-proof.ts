import { type Context, type Tx, transaction } from '#lib/context.ts'
import { audit } from '#lib/domain/audit.ts'
import { sendNotice } from '#lib/domain/notices.ts'
import { matchStep, newOtpSecret, otpSecretPlace } from '#lib/domain/otp.ts'
import { recordReplay, spendStep } from '#lib/domain/otp-replay.ts'
import { randomToken } from '#lib/kernel/random.ts'
import type { CeremonyRecord, UserRecord } from '#lib/persistence/store.ts'
import { reload } from './advance.ts'
import { renewBrowser } from './browser-binding.ts'
import { type StoredCeremony, stateMismatch } from './ceremony.ts'

/** A ceremony whose user proves the second factor. */
export interface Challenge {
  readonly ceremony: StoredCeremony
  readonly user: UserRecord
  readonly step: 'otp' | 'otp-enrollment'
}

/** The secret that a ceremony's page shows: made with its first look, and the same with every other. */
export async function enrollmentSecret(ctx: Context, ceremony: StoredCeremony): Promise<string> {
  const { row } = ceremony
  const place = pendingPlace(row)
  if (row.otpEnrollmentSecretEncrypted) {
    return ctx.cipher.open(row.otpEnrollmentSecretEncrypted, place)
  }
  const secret = newOtpSecret()
  const otpEnrollmentSecretEncrypted = ctx.cipher.seal(secret, place)
  if (await ctx.store.ceremonies.change(row, { otpEnrollmentSecretEncrypted })) return secret
  // The page was asked for twice at once: both show the secret that was stored first.
  const { row: now, request } = await reload(ctx, ceremony)
  if (now.otpEnrollmentSecretEncrypted) {
    return ctx.cipher.open(now.otpEnrollmentSecretEncrypted, place)
  }
  throw stateMismatch(request)
}

/**
 * The secret that the typed code must belong to.
 * @throws CeremonyRefused `state_mismatch` when none was shown
 */
export function openSecret(ctx: Context, { ceremony, user, step }: Challenge): string {
  const { row, request } = ceremony
  const [sealed, place] =
    step === 'otp'
      ? [user.otpSecretEncrypted, otpSecretPlace(user.id)]
      : [row.otpEnrollmentSecretEncrypted, pendingPlace(row)]
  if (sealed) return ctx.cipher.open(sealed, place)
  // The form was sent without its page, so nothing was shown that could be proven.
  throw stateMismatch(request)
}

/**
 * Checks the typed code and spends it: the ceremony's second factor is proven then, the user's set up where it was not,
 * and the browser has a new cookie. Writes `auth_success_otp` and, where it was set up, `enabled_otp`; or
 * `otp_code_replay_detected`.
 * @param secret base32
 * @returns the ceremony's row and the cookie; null for a wrong code, and for one whose step was spent before
 * @throws CeremonyRefused `state_mismatch` when another submit was first, or the user changed meanwhile
 */
export async function checkCode(
  ctx: Context,
  challenge: Challenge,
  secret: string,
  code: string,
): Promise<{ row: CeremonyRecord; browser: string } | null> {
  const otpStep = matchStep(secret, code, ctx.now)
  if (otpStep === null) return null
  const userId = challenge.user.id
  const browser = randomToken()
  try {
    const row = await transaction(ctx, async (tx) => {
      const changed = await prove(tx, challenge, otpStep)
      audit(tx, 'auth_success_otp', { userId })
      return { ...changed, ...(await renewBrowser(tx, changed, browser)) }
    })
    return { row, browser }
  } catch (error) {
    await recordReplay(ctx, userId, error)
    return null
  }
}

/** Changes the ceremony first: a submit that comes too late spends no step. */
async function prove(
  tx: Tx,
  { ceremony, user, step }: Challenge,
  otpStep: number,
): Promise<CeremonyRecord> {
  const { row, request } = ceremony
  const enrolls = step === 'otp-enrollment'
  const changed = await tx.store.ceremonies.change(row, {
    userId: user.id,
    otpVerifiedAt: tx.now,
    otpConfigGeneration: user.otpConfigGeneration + (enrolls ? 1 : 0),
    otpEnrollmentSecretEncrypted: null,
    formError: '',
    formEmail: '',
  })
  const now = await tx.store.users.lock(user.id)
  const isUnchanged = now?.enabled && now.otpConfigGeneration === user.otpConfigGeneration
  if (!changed || !isUnchanged) throw stateMismatch(request)
  if (enrolls) await enable(tx, ceremony, user)
  await spendStep(tx, user.id, otpStep)
  return changed
}

async function enable(tx: Tx, { row, request }: StoredCeremony, user: UserRecord): Promise<void> {
  const pending = row.otpEnrollmentSecretEncrypted
  if (!pending) throw stateMismatch(request)
  const secret = tx.cipher.open(pending, pendingPlace(row))
  const sealed = tx.cipher.seal(secret, otpSecretPlace(user.id))
  if (!(await tx.store.users.enableOtp(user.id, sealed))) throw stateMismatch(request)
  audit(tx, 'enabled_otp', { userId: user.id })
  sendNotice(tx, user, 'two-factor-enabled')
}

/** Where the secret that a sign-in's page shows is sealed. */
function pendingPlace({ id }: CeremonyRecord) {
  return `ceremonies.otp_enrollment_secret_encrypted/${id}` as const
}
