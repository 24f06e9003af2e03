import type { Tx } from '#lib/context.ts'
import { actorOf, operator } from '#lib/domain/caller.ts'
import { checkEmailSettings, saveEmailSettings } from '#lib/domain/email-settings.ts'
import {
  checkAuditLogSettings,
  checkGeneralSettings,
  checkSessionSettings,
  checkTokenSettings,
  checkUiTheme,
  type GeneralSettings,
  saveAuditLogSettings,
  saveGeneralSettings,
  saveSessionSettings,
  saveTokenSettings,
  saveUiTheme,
} from '#lib/domain/settings.ts'
import { variables } from '#lib/environment.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import type { SentSettings, SettingsState } from './document.ts'
import { isSame, settingsState, withSent } from './states.ts'

/** The settings as they are now; nobody else changes them until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<SettingsState> {
  return settingsState(await tx.store.settings.lock())
}

/**
 * Saves the settings that a file names and that differ, page by page of the console, with the checks
 * and audit entries of the Admin API.
 * @returns what the states do not show: that a password changed
 * @throws Refusal as the checks of each page do
 */
export async function applySettings(tx: Tx, sent: SentSettings): Promise<readonly string[]> {
  const loggedInUser = actorOf(operator)
  const row = await tx.store.settings.lock()
  const stored = settingsState(row)
  if (sent.general) {
    const values = checkGeneral(withSent(stored.general, sent.general), stored.general)
    if (!isSame(values, stored.general)) await saveGeneralSettings(tx, values, loggedInUser)
  }
  if (sent.sessions) {
    const values = checkSessionSettings(withSent(stored.sessions, sent.sessions))
    if (!isSame(values, stored.sessions)) await saveSessionSettings(tx, values, loggedInUser)
  }
  if (sent.tokens) {
    const values = checkTokenSettings(withSent(stored.tokens, sent.tokens))
    if (!isSame(values, stored.tokens)) await saveTokenSettings(tx, values, loggedInUser)
  }
  if (sent.uiTheme !== undefined) {
    const uiTheme = checkUiTheme(sent.uiTheme)
    if (uiTheme !== stored.uiTheme) await saveUiTheme(tx, uiTheme, loggedInUser)
  }
  const notes = sent.email ? await applyEmailSettings(tx, row, sent.email) : []
  // Last: the entries of all the others go where they went before.
  if (sent.auditLogs) {
    const values = checkAuditLogSettings(withSent(stored.auditLogs, sent.auditLogs))
    if (!isSame(values, stored.auditLogs)) await saveAuditLogSettings(tx, values, loggedInUser)
  }
  return notes
}

/** The first start takes the public address for the issuer, however long it is: a file may name it too. */
function checkGeneral(wanted: GeneralSettings, stored: GeneralSettings): GeneralSettings {
  const { issuer } = wanted
  const isAddress = variables.shape.BASE_URL.safeParse(issuer).data === issuer
  return checkGeneralSettings(wanted, isAddress ? issuer : stored.issuer)
}

async function applyEmailSettings(
  tx: Tx,
  row: SettingsRecord,
  sent: NonNullable<SentSettings['email']>,
): Promise<readonly string[]> {
  const { email } = settingsState(row)
  const values = checkEmailSettings({
    ...withSent(email, sent),
    smtpPassword: sent.smtpPassword,
  })
  const { smtpPassword, ...inClear } = values
  const sealed = row.smtpPasswordEncrypted
  const isOther =
    typeof smtpPassword === 'string' && smtpPassword !== (sealed ? tx.cipher.open(sealed) : '')
  if (isOther || !isSame(inClear, email)) await saveEmailSettings(tx, values, actorOf(operator))
  return isOther ? ['smtpPassword: changed'] : []
}
