import { openOrNull } from '#lib/base/crypto/cipher.ts'
import { variables } from '#lib/config/environment.ts'
import type { AdminTx } from '#lib/context.ts'
import { checkEmailSettings, saveEmailSettings } from '#lib/domain/mail/email-settings.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import {
  checkIntegrationSettings,
  saveIntegrationSettings,
} from '#lib/domain/settings/integration-settings.ts'
import {
  checkProtocolSettings,
  saveProtocolSettings,
} from '#lib/domain/settings/protocol-settings.ts'
import {
  checkAuditLogSettings,
  checkGeneralSettings,
  checkSessionSettings,
  checkTokenSettings,
  checkUiTheme,
  type GeneralSettings,
  requireSettings,
  saveAuditLogSettings,
  saveGeneralSettings,
  saveSessionSettings,
  saveTokenSettings,
  saveUiTheme,
} from '#lib/domain/settings/settings.ts'
import {
  checkSignInSettings,
  type SignInSettings,
  saveSignInSettings,
} from '#lib/domain/sign-in/sign-in-settings.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { applyBranding } from './apply-branding.ts'
import type { Attempt } from './attempts.ts'
import type { ProtocolState, SentProtocolSection, SentSettings, SettingsState } from './document.ts'
import {
  brandingState,
  changesOf,
  isSame,
  protocolState,
  type Sent,
  settingsState,
  withSent,
} from './states.ts'

const loggedInUser = actorOf(operator)

/** Reads and locks the settings until the transaction ends. */
export async function lockSettings(tx: AdminTx): Promise<SettingsState> {
  const row = await tx.store.settings.lock()
  return { ...settingsState(row), branding: await brandingState(tx, row) }
}

/**
 * Saves the differing settings of a file, one console page at a time, with the checks and audit entries of the
 * Admin API.
 * @returns notes on changes that the states do not show: a changed password
 */
export async function applySettings(
  tx: AdminTx,
  sent: SentSettings,
  attempt: Attempt,
): Promise<readonly string[]> {
  const row = await tx.store.settings.lock()
  const stored = settingsState(row)
  const page = async <T extends object>(
    before: T,
    named: Sent<T> | undefined,
    check: (wanted: T) => T,
    save: (tx: AdminTx, values: T, loggedInUser: string) => Promise<unknown>,
  ) => {
    if (!named) return
    const values = await attempt(() => check(withSent(before, named)))
    if (values && !isSame(values, before)) await save(tx, values, loggedInUser)
  }
  const checkIssuerToo = (wanted: GeneralSettings) => checkGeneral(wanted, stored.general)
  await page(stored.general, sent.general, checkIssuerToo, saveGeneralSettings)
  await page(stored.sessions, sent.sessions, checkSessionSettings, saveSessionSettings)
  await page(stored.tokens, sent.tokens, checkTokenSettings, saveTokenSettings)
  const checkSignIn = (wanted: SignInSettings) => ({
    ...wanted,
    ...checkSignInSettings(wanted, tx.config.baseUrl),
  })
  await page(stored.signIn, sent.signIn, checkSignIn, saveSignInSettings)
  const { uiTheme: sentTheme, email, branding } = sent
  if (sentTheme !== undefined) {
    const uiTheme = await attempt(() => checkUiTheme(sentTheme))
    if (uiTheme !== null && uiTheme !== stored.uiTheme) await saveUiTheme(tx, uiTheme, loggedInUser)
  }
  if (branding) await applyBranding(tx, branding, attempt)
  const notes = email && (await attempt(() => applyEmailSettings(tx, row, email)))
  const { integrations } = stored
  await page(integrations, sent.integrations, checkIntegrationSettings, saveIntegrationSettings)
  // Last: the audit entries above must follow the settings in force before the import.
  await page(stored.auditLogs, sent.auditLogs, checkAuditLogSettings, saveAuditLogSettings)
  return notes ?? []
}

/** Reads and locks the additions to the protocol until the transaction ends. */
export async function lockProtocol(tx: AdminTx): Promise<ProtocolState> {
  return protocolState(await tx.store.settings.lock())
}

/** Saves the additions to the protocol that a file names; a scope that it names must exist. */
export async function applyProtocol(
  tx: AdminTx,
  sent: SentProtocolSection,
): Promise<readonly string[]> {
  await saveProtocolSettings(tx, await checkProtocolSettings(tx, sent), loggedInUser)
  return []
}

/** Warns about mail settings in an imported file that were not stored: disabled mail keeps no settings. */
export async function remarksOn(
  { store }: AdminTx,
  sent: SentSettings | undefined,
): Promise<readonly string[]> {
  if (!sent?.email) return []
  const { email } = settingsState(requireSettings(await store.settings.find()))
  if (email.smtpEnabled) return []
  const kept = { ...email, smtpPassword: '' }
  const unused = [...changesOf(kept, withSent(kept, sent.email))].map((name) => `email.${name}`)
  if (unused.length === 0) return []
  return [`settings: Not stored, because email.smtpEnabled is false: ${unused.join(', ')}.`]
}

/**
 * Accepts any valid BASE_URL as issuer, whatever its length: the first start stores it as the issuer, so an
 * exported file may contain it.
 */
function checkGeneral(wanted: GeneralSettings, stored: GeneralSettings): GeneralSettings {
  const { issuer } = wanted
  const isAddress = variables.shape.BASE_URL.safeParse(issuer).data === issuer
  return checkGeneralSettings(wanted, isAddress ? issuer : stored.issuer)
}

async function applyEmailSettings(
  tx: AdminTx,
  row: SettingsRecord,
  sent: NonNullable<SentSettings['email']>,
): Promise<readonly string[]> {
  const { email } = settingsState(row)
  const wanted = { ...withSent(email, sent), smtpPassword: sent.smtpPassword }
  const { smtpPassword, ...inClear } = checkEmailSettings(wanted)
  const sealed = row.smtpPasswordEncrypted
  const place = `settings.smtp_password_encrypted/${row.id}` as const
  const stored = sealed ? openOrNull(tx.cipher, sealed, place) : ''
  const isOther = typeof smtpPassword === 'string' && smtpPassword !== stored
  if (!isOther && isSame(inClear, email)) return []
  const saved = await saveEmailSettings(tx, { ...inClear, smtpPassword }, loggedInUser)
  if (isOther) return ['smtpPassword: changed']
  const isForgotten = sealed !== null && saved.smtpPasswordEncrypted === null
  return isForgotten ? ['smtpPassword: removed, because it was for another server'] : []
}
