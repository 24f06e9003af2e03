import { expect, test } from 'vitest'
import { sendFailureOf } from '#app/admin/settings/email/send-failure.ts'
import { ApiError } from '#lib/api/client.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { failureDescriptions } from '#lib/mail/failures.ts'

function refusal(error_code: string, error_description: string) {
  return new ApiError(new Response(null, { status: 400 }), { error_code, error_description })
}

test('the English catalog says what the API says', () => {
  expect(messagesOf('en').settings.email.failed).toEqual(failureDescriptions)
})

test.each(Object.entries(failureDescriptions))('%s is known by its sentence', (reason, said) => {
  expect(sendFailureOf(refusal('SEND_FAILED', said))).toBe(reason)
})

test('everything else is left as it is', () => {
  expect(sendFailureOf(refusal('SEND_FAILED', 'Something new.'))).toBeNull()
  expect(sendFailureOf(refusal('FORBIDDEN', failureDescriptions.other))).toBeNull()
  expect(sendFailureOf(new Error(failureDescriptions.other))).toBeNull()
})
