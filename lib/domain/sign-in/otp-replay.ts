import { refuse } from '#lib/answers/refusal.ts'
import type { Context, Tx } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { auditRefusal } from '../audit/audit.ts'

/** The code is correct, but its step was spent before. It is answered like a wrong code, with its own audit entry. */
class OtpReplayed extends Error {
  override readonly name = 'OtpReplayed'
  readonly step: number

  constructor(step: number) {
    super('The step of a one-time code was spent before.')
    this.step = step
  }
}

/**
 * Spends the step of a correct code (`matchStep`), so that no code is accepted twice.
 * @throws an error for `recordReplay` when that step or a later one was spent; the transaction rolls back
 */
export async function spendStep(tx: Tx, userId: number, step: number): Promise<void> {
  if (!(await tx.store.users.claimOtpStep(userId, step))) throw new OtpReplayed(step)
}

/**
 * Writes `otp_code_replay_detected` when a transaction failed because a step was spent before; rethrows any other
 * error.
 */
export async function recordReplay(ctx: Context, userId: number, error: unknown): Promise<void> {
  if (!(error instanceof OtpReplayed)) throw error
  await auditRefusal(ctx, 'otp_code_replay_detected', { userId, step: error.step })
}

/**
 * For the `catch` of a transaction in which an API spends a step: turns a replay into a refusal and rethrows any other
 * error. Writes `otp_code_replay_detected`.
 * @throws Refusal INVALID_OTP_CODE
 */
export async function refuseReplay(
  ctx: Context,
  { id: userId }: UserRecord,
  error: unknown,
): Promise<never> {
  await recordReplay(ctx, userId, error)
  throw refuse('INVALID_OTP_CODE')
}
