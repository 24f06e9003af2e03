import { refuse } from '#lib/answers/refusal.ts'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken } from '#lib/base/crypto/random.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { rememberReplaced } from '../mail/former-links.ts'
import { linkCodeBytes } from '../mail/link-codes.ts'
import { mayRenewLink } from '../mail/link-markers.ts'
import { requireMailEnabled } from '../mail/mail-settings.ts'
import { recipientOf, sendMessage } from '../mail/messages.ts'
import { fullName } from '../users/full-name.ts'
import { invalidValue } from '../values/validation.ts'
import { resetLink } from './password-reset.ts'

/**
 * Checks whether a link to set a password can be mailed to a user.
 * @throws Refusal SMTP_NOT_ENABLED, VALIDATION_ERROR (disabled; the last link is very recent)
 */
export function checkPasswordLink(ctx: Context, user: UserRecord): void {
  requireMailEnabled(ctx)
  if (!user.enabled) throw invalidValue('The user is disabled.')
  if (!mayRenewLink(ctx, user.forgotPasswordCodeIssuedAt)) {
    throw invalidValue('The last link was sent less than a minute ago.')
  }
}

/**
 * Mails a user a link to set a password, in place of earlier links, and waits until the mail server accepts it. The
 * present password stays until the link is used. Writes `requested_password_reset`.
 * @throws Refusal NOT_FOUND when the user changed meanwhile, INTERNAL_SERVER_ERROR when the message could not be sent
 */
export async function sendPasswordLink(
  ctx: Context,
  user: UserRecord,
  loggedInUser: string,
): Promise<void> {
  const code = randomToken(linkCodeBytes)
  const issued = await adminTransaction(ctx, async (tx) => {
    const changed = await tx.store.users.keepResetCode(user, sha256Hex(code), tx.now)
    if (!changed) throw refuse('NOT_FOUND')
    audit(tx, 'requested_password_reset', {
      userId: user.id,
      outcome: 'code_issued',
      loggedInUser,
    })
    const codeHash = user.forgotPasswordCodeHash
    if (codeHash) await rememberReplaced(tx, { flow: 'reset', targetId: user.id, codeHash })
    return changed
  })
  const message = issued.passwordHash === '' ? 'choose-password' : 'forgot-password'
  const values = { name: fullName(issued), link: resetLink(ctx, code) }
  if (!(await sendMessage(ctx, message, recipientOf(issued), values))) return
  throw refuse('INTERNAL_SERVER_ERROR', { description: 'The message could not be sent.' })
}
