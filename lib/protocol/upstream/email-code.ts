import { afterResponse } from '#lib/base/concurrency/after-response.ts'
import { equalInConstantTime } from '#lib/base/crypto/hash.ts'
import { verificationCode } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { reserveFailure } from '#lib/domain/limits/rate-limits.ts'
import { sendMessage } from '#lib/domain/mail/messages.ts'
import type { InteractionRecord } from '#lib/persistence/store.ts'

/** How long a mailed code is valid, in seconds. */
const lifetimeSeconds = 600
/** The number of wrong codes that ends a code. */
const maxFailures = 5

function placeOf({ id }: Pick<InteractionRecord, 'id'>) {
  return `ceremonies.email_code_encrypted/${id}` as const
}

/**
 * Makes a code for an address, and mails it after the answer: whether the address has an account plays no part.
 * @returns the columns of the interaction, or how long to wait
 */
export async function mailCode(
  ctx: Context,
  row: InteractionRecord,
  email: string,
  language: string,
): Promise<
  | { readonly refused: true; readonly retryAfterSeconds: number }
  | {
      readonly refused: false
      readonly columns: Pick<
        InteractionRecord,
        'emailCodeEncrypted' | 'emailCodeIssuedAt' | 'emailCodeFailures'
      >
    }
> {
  const sent = await reserveFailure(ctx, [
    ['email_code_ip', ctx.ip],
    ['email_code_email', email],
  ])
  if (sent.refused) return sent
  const code = verificationCode()
  const isTaken = afterResponse(ctx, async () => {
    await sendMessage(ctx, 'provider-code', { address: email, language }, { code })
  })
  if (!isTaken) ctx.log.warn({ requestId: ctx.requestId }, 'code not sent')
  const columns = {
    emailCodeEncrypted: ctx.cipher.seal(code, placeOf(row)),
    emailCodeIssuedAt: ctx.now,
    emailCodeFailures: 0,
  }
  return { refused: false, columns }
}

/** Checks a typed code. The caller counts a wrong one. */
export function isRightCode(ctx: Context, row: InteractionRecord, typed: string): boolean {
  const { emailCodeEncrypted: sealed, emailCodeIssuedAt: issuedAt, emailCodeFailures } = row
  if (!sealed || !issuedAt || emailCodeFailures >= maxFailures) return false
  if (addSeconds(issuedAt, lifetimeSeconds) <= ctx.now) return false
  return equalInConstantTime(ctx.cipher.open(sealed, placeOf(row)), typed)
}
