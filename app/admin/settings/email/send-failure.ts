import { ApiError } from '#lib/api/client.ts'
import { shippedMessages } from '#lib/i18n/messages.ts'

const english = shippedMessages('en').settings.email.failed

/** The reason why a test message was not sent, as the end of its text's key. */
export type SendFailure = keyof typeof english

/** The reason for `SEND_FAILED`, whose message is one of the English catalog's; null for any other error. */
export function sendFailureOf(error: unknown): SendFailure | null {
  if (!(error instanceof ApiError) || error.code !== 'SEND_FAILED') return null
  const reasons = Object.keys(english) as SendFailure[]
  return reasons.find((reason) => english[reason] === error.message) ?? null
}
