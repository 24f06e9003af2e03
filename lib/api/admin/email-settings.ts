import * as contract from '#lib/api/contract/admin/email-settings.ts'
import { operation } from '#lib/api/operation.ts'
import { emailSettingsToWire } from '#lib/api/wire/settings.ts'
import { transaction } from '#lib/context.ts'
import { guardAlways } from '#lib/domain/administrators.ts'
import { actorOf } from '#lib/domain/caller.ts'
import { checkEmailSettings, saveEmailSettings } from '#lib/domain/email-settings.ts'
import { requireMailEnabled } from '#lib/domain/mail-settings.ts'
import { checkRecipient, sendTestMessage } from '#lib/domain/test-mail.ts'

/** Reads the mail settings. */
export const getEmailSettings = operation(contract.getEmailSettings, async ({ settings }) =>
  emailSettingsToWire(settings),
)

/** Saves the mail settings: never with a granular scope. */
export const updateEmailSettings = operation(contract.updateEmailSettings, async (ctx, input) => {
  const { caller, judged } = input
  const values = checkEmailSettings(input.body())
  const allowed = await guardAlways(ctx, judged, { ceiling: 'settings' })
  const loggedInUser = actorOf(caller)
  return emailSettingsToWire(
    await transaction(allowed, (tx) => saveEmailSettings(tx, values, loggedInUser)),
  )
})

/** Sends a test message with the stored settings. */
export const sendTestEmail = operation(contract.sendTestEmail, async (ctx, input) => {
  requireMailEnabled(ctx)
  const to = checkRecipient(input.body().to)
  await sendTestMessage(ctx, to, actorOf(input.caller))
  return { success: true }
})
