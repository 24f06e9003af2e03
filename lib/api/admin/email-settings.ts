import * as contract from '#lib/api/contract/admin/email-settings.ts'
import { type Input, operation } from '#lib/api/operation.ts'
import { emailSettingsToWire } from '#lib/api/wire/settings.ts'
import { adminTransaction, type Context } from '#lib/context.ts'
import {
  checkEmailSettings,
  saveEmailSettings,
  tryingEmailSettings,
} from '#lib/domain/mail/email-settings.ts'
import { requireMailEnabled } from '#lib/domain/mail/mail-settings.ts'
import { checkRecipient, sendTestMessage } from '#lib/domain/mail/test-mail.ts'
import { guardAlways } from '#lib/domain/permissions/administrators.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'

export const getEmailSettings = operation(contract.getEmailSettings, async ({ settings }) =>
  emailSettingsToWire(settings),
)

/** Saves the mail settings; refused for granular scopes. */
export const updateEmailSettings = operation(contract.updateEmailSettings, async (ctx, input) => {
  const { caller, authorized } = input
  const values = checkEmailSettings(input.body())
  const allowed = await guardAlways(ctx, authorized, { rule: 'settings' })
  const loggedInUser = actorOf(caller)
  return emailSettingsToWire(
    await adminTransaction(allowed, (tx) => saveEmailSettings(tx, values, loggedInUser)),
  )
})

/**
 * Sends a test message with the stored or the given settings. Given settings require `authserver:manage`, as saving
 * does: otherwise a granular token could make the server connect to any host.
 */
export const sendTestEmail = operation(contract.sendTestEmail, async (ctx, input) => {
  const sent = readTest(ctx, input)
  const to = checkRecipient(sent.to)
  const values = sent.settings && checkEmailSettings(sent.settings)
  const allowed = await guardAlways(ctx, input.authorized, values ? { rule: 'settings' } : null)
  const trying = values ? tryingEmailSettings(allowed, values) : allowed
  requireMailEnabled(trying)
  await sendTestMessage(trying, to, actorOf(input.caller))
  return { success: true }
})

/** Reports disabled mail before an invalid body, unless other settings are to be tested. */
function readTest(ctx: Context, { body }: Input<typeof contract.sendTestEmail>) {
  let sent: ReturnType<typeof body>
  try {
    sent = body()
  } catch (error) {
    requireMailEnabled(ctx)
    throw error
  }
  if (!sent.settings) requireMailEnabled(ctx)
  return sent
}
