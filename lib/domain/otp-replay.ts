import type { Context, Tx } from '#lib/context.ts'
import { auditRefusal } from './audit.ts'

/** The code was right, but its step is spent: answered as a wrong one, and written down. */
class OtpReplayed extends Error {
  override readonly name = 'OtpReplayed'
  readonly step: number

  constructor(step: number) {
    super('The step of a one-time code was spent before.')
    this.step = step
  }
}

/**
 * Spends the step of a right code (`matchStep`), so that no code is accepted twice.
 * @throws what `recordReplay` takes when that step or a later one is spent; the transaction is undone
 */
export async function spendStep(tx: Tx, userId: number, step: number): Promise<void> {
  if (!(await tx.store.users.claimOtpStep(userId, step))) throw new OtpReplayed(step)
}

/**
 * Writes `otp_code_replay_detected` for the failure of a transaction in which a step was spent before; any
 * other failure goes on.
 */
export async function recordReplay(ctx: Context, userId: number, error: unknown): Promise<void> {
  if (!(error instanceof OtpReplayed)) throw error
  await auditRefusal(ctx, 'otp_code_replay_detected', { userId, step: error.step })
}
