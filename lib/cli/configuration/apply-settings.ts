import type { Tx } from '#lib/context.ts'
import { actorOf, operator } from '#lib/domain/caller.ts'
import {
  checkEmailSettings,
  type SentEmailSettings,
  saveEmailSettings,
} from '#lib/domain/email-settings.ts'
import { longestLifetimeSeconds } from '#lib/domain/lifetimes.ts'
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
import type { Judgement } from './judgement.ts'
import { isSame, settingsState, withSent } from './states.ts'

/** Values that the checks take, whatever stands beside them. */
const harmless = {
  sessions: {
    userSessionIdleTimeoutInSeconds: 1,
    userSessionMaxLifetimeInSeconds: longestLifetimeSeconds,
  },
  tokens: {
    tokenExpirationInSeconds: 1,
    refreshTokenOfflineIdleTimeoutInSeconds: 1,
    refreshTokenOfflineMaxLifetimeInSeconds: longestLifetimeSeconds,
  },
  email: {
    smtpHost: 'localhost',
    smtpPort: 25,
    smtpUsername: '',
    smtpPassword: '',
    smtpEncryption: 'none',
    smtpFromName: '',
    smtpFromEmail: 'a@example.org',
  },
}

/** The settings as they are now; nobody else changes them until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<SettingsState> {
  return settingsState(await tx.store.settings.lock())
}

/**
 * Saves the settings that a file names and that differ, page by page of the console, with the checks
 * and audit entries of the Admin API.
 * @param judgement gets what the checks of each page refuse, and what nothing comes of
 * @returns what the states do not show: that a password changed
 */
export async function applySettings(
  tx: Tx,
  sent: SentSettings,
  judgement: Judgement,
): Promise<readonly string[]> {
  const loggedInUser = actorOf(operator)
  const row = await tx.store.settings.lock()
  const stored = settingsState(row)
  if (sent.general) {
    const { appName, issuer, passwordPolicy } = stored.general
    const values = await judgement.fields(
      withSent(stored.general, sent.general),
      { appName, issuer, passwordPolicy },
      (general) => checkGeneral(general, stored.general),
    )
    if (values && !isSame(values, stored.general)) {
      await saveGeneralSettings(tx, values, loggedInUser)
    }
  }
  if (sent.sessions) {
    const wanted = withSent(stored.sessions, sent.sessions)
    const values = await judgement.fields(wanted, harmless.sessions, checkSessionSettings)
    if (values && !isSame(values, stored.sessions)) {
      await saveSessionSettings(tx, values, loggedInUser)
    }
  }
  if (sent.tokens) {
    const wanted = withSent(stored.tokens, sent.tokens)
    const values = await judgement.fields(wanted, harmless.tokens, checkTokenSettings)
    if (values && !isSame(values, stored.tokens)) await saveTokenSettings(tx, values, loggedInUser)
  }
  const { uiTheme: sentTheme } = sent
  if (sentTheme !== undefined) {
    const uiTheme = await judgement.part(() => checkUiTheme(sentTheme))
    if (uiTheme !== null && uiTheme !== stored.uiTheme) await saveUiTheme(tx, uiTheme, loggedInUser)
  }
  const notes = sent.email ? await applyEmailSettings(tx, row, sent.email, judgement) : []
  // Last: the entries of all the others go where they went before.
  if (sent.auditLogs) {
    const wanted = withSent(stored.auditLogs, sent.auditLogs)
    const values = await judgement.part(() => checkAuditLogSettings(wanted))
    if (values && !isSame(values, stored.auditLogs)) {
      await saveAuditLogSettings(tx, values, loggedInUser)
    }
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
  judgement: Judgement,
): Promise<readonly string[]> {
  const { email } = settingsState(row)
  const wanted: SentEmailSettings = { ...withSent(email, sent), smtpPassword: sent.smtpPassword }
  const values = await judgement.fields(wanted, harmless.email, checkEmailSettings)
  if (!values) return []
  if (!values.smtpEnabled) remarkUnused(sent, values, judgement)
  const { smtpPassword, ...inClear } = values
  const sealed = row.smtpPasswordEncrypted
  const isOther =
    typeof smtpPassword === 'string' && smtpPassword !== (sealed ? tx.cipher.open(sealed) : '')
  if (isOther || !isSame(inClear, email)) await saveEmailSettings(tx, values, actorOf(operator))
  return isOther ? ['smtpPassword: changed'] : []
}

/** Nothing is kept of mail settings while mail is off (wire contract §8.2): whoever wrote them should know. */
function remarkUnused(
  sent: NonNullable<SentSettings['email']>,
  values: SentEmailSettings,
  judgement: Judgement,
): void {
  const unused = (Object.keys(sent) as (keyof typeof sent)[])
    .filter((name) => sent[name] !== undefined && sent[name] !== values[name])
    .map((name) => `email.${name}`)
  if (unused.length === 0) return
  judgement.remark(`Not stored, because email.smtpEnabled is false: ${unused.join(', ')}.`)
}
