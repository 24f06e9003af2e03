import { randomUuid } from '#lib/base/crypto/random.ts'
import { testStart } from '#tests/support/settings.ts'

export const freshEmail = () => `${randomUuid()}@changed.example`

/** Columns of a user who asked for another address and was sent the code ABC123. */
export const pendingChange = (pendingEmail = freshEmail()) => ({
  pendingEmail,
  secrets: { pendingEmailCode: 'ABC123' },
  pendingEmailCodeIssuedAt: testStart,
})
