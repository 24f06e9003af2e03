import { ApiError } from '#lib/api/client.ts'
import { shippedMessages } from '#lib/i18n/messages.ts'

const english = shippedMessages('en').settings.email.failed

/** Why a test message was not sent, by the end of the key of its words. */
export type SendFailure = keyof typeof english

/**
 * The reason that `SEND_FAILED` gives. The API says it by one of a few English sentences, which are
 * those of the English catalog; null for every other error.
 */
export function sendFailureOf(error: unknown): SendFailure | null {
  if (!(error instanceof ApiError) || error.code !== 'SEND_FAILED') return null
  const reasons = Object.keys(english) as SendFailure[]
  return reasons.find((reason) => english[reason] === error.message) ?? null
}
